package org.underbase.sim.sync;

import java.util.List;

/**
 * Result of hsyncs.
 *
 * @param nanos latencies of all hsyncs, in nanoseconds
 * @param dataBytes bytes written to the disk of the block files
 * @param journalBytes bytes written to the disk of the journal
 */
public record SyncTimes(List<Long> nanos, long dataBytes, long journalBytes) {}
