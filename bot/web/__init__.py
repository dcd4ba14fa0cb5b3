"""The page and the HTTP API: both over the project's one HTTP server, both through the same doors."""
