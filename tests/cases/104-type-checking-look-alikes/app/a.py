from app import settings

if settings.TYPE_CHECKING:
    from app import m1
