package org.underbase.bench.exalt.mini;

/**
 * Size of a growing cluster.
 *
 * @param live number of live DataNodes that stored a file
 * @param threads number of threads
 * @param descriptors number of open file descriptors
 * @param residentBytes resident memory, in bytes
 * @param failure reason why the cluster cannot grow; empty if it can
 */
public record Grown(int live, long threads, long descriptors, long residentBytes, String failure) {}
