"""The command line. A thin script: beside it, the package `bot` is what `import bot` finds."""

from bot.cli import main

if __name__ == "__main__":
    main()
