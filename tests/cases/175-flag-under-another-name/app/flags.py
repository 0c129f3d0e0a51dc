import typing
from typing import TYPE_CHECKING as CHECKING

TC = typing.TYPE_CHECKING
