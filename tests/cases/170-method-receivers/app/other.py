class Other:
    def start(self):
        return "other"
