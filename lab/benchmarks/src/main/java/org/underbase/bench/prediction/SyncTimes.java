package org.underbase.bench.prediction;

import java.util.List;

/**
 * Result of hsyncs.
 *
 * @param nanos latencies of all hsyncs, in nanoseconds
 * @param dataBytes bytes written to the disk of the block files
 * @param journalBytes bytes written to the disk of the journal
 */
record SyncTimes(List<Long> nanos, long dataBytes, long journalBytes) {}
