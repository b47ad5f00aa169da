package org.underbase.analysis.mapreduce;

import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.underbase.htfs.format.ReadReport;

/** Counters of both jobs, for their web pages. The result does not depend on them: retried tasks may count twice. */
enum TraceCounter {
    SEGMENTS,
    BLOCKS,
    EVENTS,
    BYTES,
    CORRUPT_RANGES,
    LOST_EVENTS,
    ACCESSES,
    CHUNKS,
    FILES;

    static final String GROUP = "Underbase Trace";

    void add(TaskInputOutputContext<?, ?, ?, ?> context, long count) {
        context.getCounter(GROUP, name()).increment(count);
    }

    static void add(TaskInputOutputContext<?, ?, ?, ?> context, ReadReport report) {
        SEGMENTS.add(context, report.segments());
        BLOCKS.add(context, report.blocks());
        EVENTS.add(context, report.events());
        BYTES.add(context, report.bytes());
        CORRUPT_RANGES.add(context, report.corruptRangeCount());
        LOST_EVENTS.add(context, report.drops().total());
    }
}
