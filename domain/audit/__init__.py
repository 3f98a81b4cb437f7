"""Doubting a table: is its chain whole, do its seals hold, does every event follow from its command by the rules?"""

from domain.audit.disputes import check_disputes
from domain.audit.examine import Examined, examine, examine_rows
from domain.audit.finding import CHECKS, Finding, guarded
from domain.audit.record import NotARecord, Record, RecordedEvent, encode_record, parse_record, record_rows
from domain.audit.rows import Row, check_nothing_more, parse_rows

__all__ = [
    "CHECKS",
    "Examined",
    "Finding",
    "NotARecord",
    "Record",
    "RecordedEvent",
    "Row",
    "check_disputes",
    "check_nothing_more",
    "encode_record",
    "examine",
    "examine_rows",
    "guarded",
    "parse_record",
    "parse_rows",
    "record_rows",
]
