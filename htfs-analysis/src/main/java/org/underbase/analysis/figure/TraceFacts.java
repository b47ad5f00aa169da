package org.underbase.analysis.figure;

import java.util.OptionalLong;

/**
 * Facts of the whole trace, equal for all parts.
 *
 * @param assumptions values for files that were created before the trace began
 * @param firstNanos start of the first event, in nanoseconds since the epoch
 * @param lastNanos start of the last event, in nanoseconds since the epoch
 * @param usedBytes bytes on the disks of the traced cluster, if known
 */
public record TraceFacts(Assumptions assumptions, long firstNanos, long lastNanos, OptionalLong usedBytes) {}
