"""Discord fails, the connection breaks, the process dies: nothing is lost, nothing is there twice."""
