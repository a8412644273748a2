"""The commands behind ``pe-lessons``: build, lab and what they share."""

import sys

if "jsonschema" not in sys.modules:  # nbformat imports it, and it would spend two seconds on a grammar of addresses that no notebook needs
    sys.modules.setdefault("rfc3987_syntax", None)
