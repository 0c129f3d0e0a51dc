import os

TYPE_CHECKING = bool(os.environ.get("APP_CHECKS", "yes"))
