package org.underbase.htfs.record;

/** An open stream of a file. */
public record StreamRef(long id, FileRef file) {}
