"""Marking a class: every submission run apart from the others, every answer compared by the grader itself."""
