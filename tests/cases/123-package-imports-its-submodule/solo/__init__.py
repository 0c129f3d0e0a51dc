import solo.part
from solo.part import VALUE
