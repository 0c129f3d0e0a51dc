try:
    from app import fast as impl
except ImportError:
    from app import slow as impl
else:
    from app import extra
finally:
    from app import last
try:
    import absent_accelerator
except ModuleNotFoundError:
    from app import spare
