package org.underbase.bench.tracer.hdfs;

import org.underbase.bench.tracer.paired.Schedule;

/**
 * Request to the client.
 *
 * @param operation the operation
 * @param path path of the file, which is overwritten or read
 * @param maxBytes maximum length of a written file, in bytes
 * @param seed seed of random offsets
 * @param schedule times of the slices
 */
record Request(Operation operation, String path, long maxBytes, long seed, Schedule schedule) {}
