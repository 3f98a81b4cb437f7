"""Read models: what each one keeps, and how an event changes it."""
