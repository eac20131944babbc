"""Movement: terrain, straight paths, legs, approaches and charges (K1.3, K3.4, K3.7)."""
