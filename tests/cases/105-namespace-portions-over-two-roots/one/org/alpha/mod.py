import org.beta.mod
from org.gamma import thing
