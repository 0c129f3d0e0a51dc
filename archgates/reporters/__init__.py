"""One file per output format; being here is the registration."""
