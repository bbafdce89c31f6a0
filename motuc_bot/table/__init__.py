"""The local front: a forum-like page on which battles are set up, played, watched and looked back at."""
