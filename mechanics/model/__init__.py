"""The model: a constrained Lagrangian system, and what is known of it without a theory."""
