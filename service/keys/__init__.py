"""The house's signing keys: kept beside the accounts, so that every machine of the house signs with the same ones."""

from service.keys.ed25519 import new_private_key, public_of, sign, verifies
from service.keys.keys import Key, SigningKeys

__all__ = ["Key", "SigningKeys", "new_private_key", "public_of", "sign", "verifies"]
