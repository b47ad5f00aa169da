package org.underbase.bench.tracer.hdfs;

/**
 * Request to a client.
 *
 * @param operation the operation
 * @param path path of the file, which is overwritten or read
 * @param nanos duration of the slice, in nanoseconds
 * @param maxBytes maximum length of a written file, in bytes
 * @param seed seed of random offsets
 */
record Request(Operation operation, String path, long nanos, long maxBytes, long seed) {}
