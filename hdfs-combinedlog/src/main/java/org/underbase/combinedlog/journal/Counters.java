package org.underbase.combinedlog.journal;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Event counters of a journal. */
final class Counters {
    /** Never allocates, unlike an adder: an appended record must be counted although memory is exhausted. */
    final AtomicLong records = new AtomicLong();

    final LongAdder syncs = new LongAdder();
    final LongAdder commits = new LongAdder();
    final LongAdder directCommits = new LongAdder();
    final LongAdder bytes = new LongAdder();
    final LongAdder commitNanos = new LongAdder();
    final LongAdder waitNanos = new LongAdder();
    final LongAdder checkpoints = new LongAdder();
    final LongAdder checkpointFailures = new LongAdder();
    final LongAdder checkpointNanos = new LongAdder();
    final LongAdder rejected = new LongAdder();
    final LongAdder emergencySegments = new LongAdder();
}
