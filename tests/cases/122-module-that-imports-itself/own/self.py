import own.self
