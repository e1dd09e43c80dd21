"""The optional rules of the cube that we ship, each one small class; they register like a stranger's."""
