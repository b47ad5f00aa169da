package org.underbase.bench.tiers.io;

/**
 * Range of a file that one task writes or reads.
 *
 * @param path path of the file
 * @param offset first byte; 0 for a task that writes
 * @param bytes number of bytes
 */
public record Task(String path, long offset, long bytes) {}
