# cython: language_level=3
import app.helper
from app.other cimport thing
from libc.math cimport sqrt

cdef double root(double x) nogil:
    return sqrt(x)

cpdef double twice(double x):
    return root(x) * 2
