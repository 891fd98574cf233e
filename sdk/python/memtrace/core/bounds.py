"""Limits that the client sets itself, and limits of the service that the client repeats. They equal
the limits of the TypeScript SDK."""

# Limits of the service, in UTF-16 code units.
MAX_BATCH_GRAPHS = 200
MAX_VALUE_CHARS = 512 * 1024
MAX_TEXT_CHARS = 32 * 1024
MAX_METADATA_CHARS = 64 * 1024
MAX_NAME_CHARS = 512
MAX_GRAPH_ID_CHARS = 256

# Limits on recorded values.
MIN_SHARED_CHARS = 8
MIN_ID_CHARS = 8
MAX_LIST = 50
MAX_DEPTH = 3
MAX_SCANNED_CHARS = 256 * 1024
MARKER_CHARS = 80
MAX_SHOWN_CHARS = 1_000
SPLICE_CHARS = 100
MAX_TEXT_PARTS = 1_000_000
MAX_YIELDED = 10_000

# Limits on memory.
MAX_RECENT = 10_000
MAX_RECENT_CHARS = 8_000_000
MAX_EQUAL = 4
MAX_INNER = 16
MAX_LINK_TARGETS = 2_000
MAX_SENT_GRAPHS = 10_000
# Python has no weak references to dicts and lists: a dict that the client remembers stays in
# memory. So it remembers only this many, and only small ones.
MAX_HELD_OBJECTS = 256
MAX_HELD_CHARS = 64 * 1024

# Limits on queues. All times are in seconds.
MAX_DEFERRED_CHARS = 8_000_000
DEFERRED_CALL_CHARS = 500
SEND_EVENTS = 50
SEND_AFTER = 1.0
BATCH_CHARS = 250_000
MAX_WAITING_CHARS = 30_000_000
REQUEST_TIMEOUT = 30.0
MAX_DELIVERY_ATTEMPTS = 12
FLUSH_TIMEOUT = 30.0
EXIT_TIMEOUT = 1.9
