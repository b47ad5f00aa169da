package org.underbase.bench.analysis.run;

/**
 * Time and memory of a run.
 *
 * @param wallNanos time, in nanoseconds
 * @param cpuNanos processor time of all threads, also of the compiler and the collector, in nanoseconds
 * @param peakBytes largest resident set of the process
 * @param writtenBytes bytes written to temporary files
 */
public record Usage(long wallNanos, long cpuNanos, long peakBytes, long writtenBytes) {}
