import types
import json
