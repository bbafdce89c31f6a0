"""The language side and the data of each rule system."""
