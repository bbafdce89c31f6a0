"""What becomes of a post: read, judged by the rules, answered in German; the same in a thread and in a transcript."""
