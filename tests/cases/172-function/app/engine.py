def build(*arguments):
    return arguments
