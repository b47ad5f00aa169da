package org.underbase.analysis.files;

/** Sizes and lifetimes of the files created during a trace. */
public record Files(FileSizes sizes, Lifetimes lifetimes) {}
