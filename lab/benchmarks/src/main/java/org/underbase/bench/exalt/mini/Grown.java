package org.underbase.bench.exalt.mini;

/**
 * How far a cluster in a JVM has got.
 *
 * @param live DataNodes that are live and have taken a file
 * @param threads of the JVM
 * @param descriptors that it has open
 * @param residentBytes of its memory in use
 * @param failure why there are no more; empty when there may be
 */
public record Grown(int live, long threads, long descriptors, long residentBytes, String failure) {}
