package org.underbase.analysis.summary;

import java.util.TreeMap;
import org.underbase.analysis.operator.ByProcess;
import org.underbase.analysis.operator.Partial;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/** Counts of events by process, and of failures by call and exception. */
public final class SummaryPartial implements Partial<SummaryPartial> {
    final ByProcess<Span> processes = new ByProcess<>(Span::new);
    final TreeMap<Failure, Long> failures = new TreeMap<>();
    long read;
    long written;

    SummaryPartial() {}

    @Override
    public void accept(TraceEvent event) {
        processes.of(event).add(1, event.startNanos(), event.startNanos() + event.durationNanos());
        Call.Kind kind = event.call().kind();
        long bytes = Math.max(0, event.result());
        if (kind == Call.Kind.READ) {
            read += bytes;
        } else if (kind == Call.Kind.WRITE) {
            written += bytes;
        }
        if (!event.exception().isEmpty()) {
            failures.merge(new Failure(event.call(), event.exception()), 1L, Long::sum);
        }
    }

    @Override
    public void merge(SummaryPartial later) {
        processes.merge(
                later.processes, (mine, theirs) -> mine.add(theirs.events, theirs.firstNanos, theirs.lastNanos));
        later.failures.forEach((failure, count) -> failures.merge(failure, count, Long::sum));
        read += later.read;
        written += later.written;
    }

    /** The events of one process. */
    static final class Span {
        long events;
        long firstNanos = Long.MAX_VALUE;
        long lastNanos = Long.MIN_VALUE;

        void add(long more, long from, long to) {
            events += more;
            firstNanos = Math.min(firstNanos, from);
            lastNanos = Math.max(lastNanos, to);
        }
    }
}
