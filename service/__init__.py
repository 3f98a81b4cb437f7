"""The application (the only writer of events), and the ways to it: command line, later REST, page and mail."""
