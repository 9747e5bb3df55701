// The demos.
