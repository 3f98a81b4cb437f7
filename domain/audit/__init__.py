"""Doubting a table: is its chain whole, do its seals hold, does every event follow from its command by the rules?"""

from domain.audit.examine import Examined, examine, examine_rows
from domain.audit.finding import CHECKS, Finding
from domain.audit.record import NotARecord, Record, RecordedEvent, encode_record, parse_record, record_rows
from domain.audit.rows import Row

__all__ = [
    "CHECKS",
    "Examined",
    "Finding",
    "NotARecord",
    "Record",
    "RecordedEvent",
    "Row",
    "encode_record",
    "examine",
    "examine_rows",
    "parse_record",
    "record_rows",
]
