package org.underbase.analysis.files;

/** What there is to say about the files created during a trace. */
public record Files(FileSizes sizes, Lifetimes lifetimes) {}
