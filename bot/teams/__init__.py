"""Microsoft Teams: receive, render, stream; what a message means is the conversation's. The Bot Framework SDK is known
to `connector.py` and `transport.py` alone."""
