package org.underbase.bench.tracer.hdfs;

/**
 * What a client is to do.
 *
 * @param path the file: written anew, or read
 * @param nanos for how long
 * @param maxBytes how long a file may get
 * @param seed of the random places
 */
record Request(Operation operation, String path, long nanos, long maxBytes, long seed) {}
