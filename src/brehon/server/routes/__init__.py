"""What can be asked of the server: pages for people, JSON for programs."""
