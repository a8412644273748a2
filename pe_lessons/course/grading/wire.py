"""The messages between a student's process and the grader's: JSON with raw arrays behind it.

A message is ``length of the text, length of the arrays``, the text, the arrays.
"""

import json
import math
import struct

import numpy as np

HEAD = struct.Struct("<II")
LONGEST_TEXT = 8_000_000  # bytes of JSON in one message
LARGEST_ARRAYS = 64_000_000  # bytes of arrays in one message
TYPES = {np.dtype(name).str for name in ("?", "b", "h", "i", "l", "q", "B", "H", "I", "L", "Q", "e", "f", "d", "g", "F", "D", "G")}


class Broken(Exception):
    """What came is no message: its sender is not to be trusted further."""


def send(connection, message, arrays=()):
    """Send a plain message and the arrays that it speaks of."""
    text = json.dumps({"message": message, "arrays": [[a.dtype.str, list(a.shape)] for a in arrays]}).encode()
    raw = b"".join(a.tobytes() for a in arrays)
    connection.sendall(HEAD.pack(len(text), len(raw)) + text + raw)


class Inbox:
    """Puts messages together from the bytes that come."""

    def __init__(self):
        self.rest = bytearray()

    def feed(self, raw):
        """Add bytes; gives each message that is whole by now, as ``(message, arrays)``."""
        self.rest += raw
        while len(self.rest) >= HEAD.size:
            text, more = HEAD.unpack_from(self.rest)
            if text > LONGEST_TEXT or more > LARGEST_ARRAYS:
                raise Broken("a message is too large")
            end = HEAD.size + text + more
            if len(self.rest) < end:
                return
            whole = bytes(self.rest[HEAD.size:end])
            del self.rest[:end]
            yield _opened(whole[:text], whole[text:])


def receive(connection):
    """The next message of a sender that is trusted; None at the end."""
    head = _exactly(connection, HEAD.size)
    if head is None:
        return None
    text, more = HEAD.unpack(head)
    return _opened(_exactly(connection, text), _exactly(connection, more))


def _exactly(connection, count):
    raw = bytearray()
    while len(raw) < count:
        part = connection.recv(min(count - len(raw), 1 << 20))
        if not part:
            return None
        raw += part
    return bytes(raw)


def _opened(text, raw):
    try:
        plain = json.loads(text)
        message, declared = plain["message"], listed(plain["arrays"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Broken("no JSON") from None
    arrays, at = [], 0
    for kind, shape in (listed(one, 2) for one in declared):
        shape = shaped(shape)
        if kind not in TYPES:
            raise Broken("no type of an array")
        kind = np.dtype(kind)
        size = math.prod(shape) * kind.itemsize
        if at + size > len(raw):
            raise Broken("an array is cut off")
        part = np.frombuffer(raw, np.uint8 if kind == bool else kind, math.prod(shape), at)
        arrays.append((part != 0 if kind == bool else part.copy()).reshape(shape))
        at += size
    if at != len(raw):
        raise Broken("bytes that belong to no array")
    return message, arrays


def listed(held, length=None):
    if not isinstance(held, list) or length is not None and len(held) != length:
        raise Broken("no list")
    return held


def shaped(held):
    if len(listed(held)) > 32 or not all(type(size) is int and 0 <= size < 2**31 for size in held):
        raise Broken("no shape")
    return tuple(held)
