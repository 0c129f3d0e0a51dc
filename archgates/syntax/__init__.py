"""From bytes to syntax trees and to the intermediate form."""
