"""The commands of `dig-envs`, a module each with `main(arguments)`."""
