"""The referee at work: it reads posts, applies the rules and tells what came of them."""
