"""Ed25519 in raw bytes: 32 for a private key, 32 for a public one, 64 for a signature."""

from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


def new_private_key() -> bytes:
    return Ed25519PrivateKey.generate().private_bytes_raw()


@lru_cache(maxsize=64)
def _private(key: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(key)


@lru_cache(maxsize=256)
def _public(key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(key)


def public_of(private: bytes) -> bytes:
    return _private(private).public_key().public_bytes_raw()


def sign(private: bytes, message: bytes) -> bytes:
    return _private(private).sign(message)


def verifies(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        _public(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
