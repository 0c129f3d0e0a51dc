"""The second front end: libcst reads grammars newer than the interpreter's, and its trees become `ast` trees.

Import this package only when `ast` has refused a file: it loads libcst.
"""
