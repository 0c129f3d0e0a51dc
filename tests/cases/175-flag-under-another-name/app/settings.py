class Settings:
    TYPE_CHECKING = True
