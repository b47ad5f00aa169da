package org.underbase.bench.prediction;

import java.util.List;

/**
 * Response of the client of part {@code disks}.
 *
 * @param nanos latencies of the reads since their scheduled starts, in nanoseconds
 */
record DiskTimes(List<Long> nanos) {}
