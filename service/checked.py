"""Settings that only show themselves to be wrong when they are used, checked before anything starts."""

from limits import parse_many
from redis.connection import parse_url

from service.mail import postman
from service.settings import BadSetting, Settings


def checked(settings: Settings) -> Settings:
    try:
        parse_many(settings.rate_limit)
    except ValueError as error:
        raise BadSetting(f"RATE_LIMIT is {settings.rate_limit!r}; it must be such as '600 per minute'.") from error
    if settings.redis_url is not None:
        try:
            parse_url(settings.redis_url)
        except ValueError as error:
            raise BadSetting("REDIS_URL must be of the form redis://host:port/0, rediss:// or unix://.") from error
    if settings.registration == "invite" and not settings.registration_code:
        raise BadSetting("REGISTRATION is 'invite', but there is no REGISTRATION_CODE to invite anybody with.")
    postman(settings)
    return settings
