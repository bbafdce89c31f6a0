"""What whoever runs the program works with: logs, the doctor, health, copies, deleting, deployment."""
