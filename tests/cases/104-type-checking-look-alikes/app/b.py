from app.settings import TYPE_CHECKING

if TYPE_CHECKING:
    from app import m2
