class Engine:
    def start(self) -> str:
        return "on"

    def restart(self) -> str:
        return self.start()  # E: call
