"""One file per gate; being here is the registration."""
