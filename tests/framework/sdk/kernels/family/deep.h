// Included by its path below the root, from outside its folder.
