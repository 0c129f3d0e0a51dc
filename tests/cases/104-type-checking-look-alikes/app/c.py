TYPE_CHECKING = False

if TYPE_CHECKING:
    from app import m3
