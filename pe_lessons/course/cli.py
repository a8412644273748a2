"""The command line: ``pe-lessons COMMAND``."""
