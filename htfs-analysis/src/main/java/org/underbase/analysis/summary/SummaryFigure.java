package org.underbase.analysis.summary;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.underbase.analysis.access.FileDetail;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Quantity;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.operator.ByProcess;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.ProcessKey;
import org.underbase.analysis.operator.Sampled;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.SaturatedSum;
import org.underbase.htfs.format.TraceEvent;

/** Counts of events by process, and of failures by call and exception. */
public final class SummaryFigure implements Figure<SummaryFigure.Counts, SummaryFigure.Summary> {
    /**
     * Totals of a trace.
     *
     * @param events number of recorded calls; an event may stand for several
     * @param firstNanos start of the first call in nanoseconds since the epoch; 0 without events
     * @param lastNanos end of the last call in nanoseconds since the epoch; 0 without events
     * @param read bytes read, estimated for all files if only a fraction is recorded
     * @param written bytes written, estimated in the same way
     * @param processes counts by process, ordered by host and process
     * @param calls counts by call, in the order of the codes of the trace format
     * @param failures counts of failures, ordered by call and exception
     */
    public record Summary(
            long events,
            long firstNanos,
            long lastNanos,
            long read,
            long written,
            List<OfProcess> processes,
            List<Calls> calls,
            List<Failures> failures) {
        public Summary {
            processes = List.copyOf(processes);
            calls = List.copyOf(calls);
            failures = List.copyOf(failures);
        }

        /** Returns the time between the first and the last event. */
        public long spanNanos() {
            return lastNanos - firstNanos;
        }

        /** Returns the distinct hosts of the processes, sorted. */
        public List<String> hosts() {
            return processes.stream().map(of -> of.process().host()).distinct().toList();
        }
    }

    /** Events of one process; times as in {@link Summary}. */
    public record OfProcess(ProcessKey process, long events, long firstNanos, long lastNanos) {}

    /** Number of calls of one kind. */
    public record Calls(Call call, long count) {}

    /** Number of calls that failed with one exception. */
    public record Failures(Failure failure, long count) {}

    /**
     * A call and the exception with which it failed.
     *
     * @param exception class name
     */
    public record Failure(Call call, String exception) implements Comparable<Failure> {
        private static final Comparator<Failure> ORDER =
                Comparator.comparing(Failure::call).thenComparing(Failure::exception);

        @Override
        public int compareTo(Failure other) {
            return ORDER.compare(this, other);
        }
    }

    @Override
    public Class<Summary> resultType() {
        return Summary.class;
    }

    @Override
    public FileDetail detail() {
        return FileDetail.NONE;
    }

    @Override
    public int position() {
        return 10;
    }

    @Override
    public Counts start(TraceFacts trace) {
        return new Counts();
    }

    @Override
    public Summary finish(Counts whole, TraceFacts trace) {
        Span total = new Span();
        List<OfProcess> processes = new ArrayList<>();
        whole.processes.sorted().forEach((process, span) -> {
            total.add(span.events, span.firstNanos, span.lastNanos);
            processes.add(new OfProcess(process, span.events, span.firstNanos, span.lastNanos));
        });
        List<Failures> failures = new ArrayList<>();
        whole.failures.forEach((failure, count) -> failures.add(new Failures(failure, count)));
        List<Calls> calls = new ArrayList<>();
        for (int code = 0; code < whole.calls.length; code++) {
            if (whole.calls[code] > 0) {
                calls.add(new Calls(Call.ofCode(code), whole.calls[code]));
            }
        }
        boolean empty = total.events == 0;
        return new Summary(
                total.events,
                empty ? 0 : total.firstNanos,
                empty ? 0 : total.lastNanos,
                whole.read,
                whole.written,
                processes,
                calls,
                failures);
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        return Map.of(
                "summary.read", Set.of(Quantity.HDFS_BYTES),
                "summary.written", Set.of(Quantity.HDFS_BYTES),
                "summary.failures", Set.of(Quantity.FAILURES));
    }

    @Override
    public void addJson(Summary summary, ObjectNode json) {
        ObjectNode node = json.putObject("summary")
                .put("events", summary.events())
                .put("firstNanos", summary.firstNanos())
                .put("lastNanos", summary.lastNanos())
                .put("read", summary.read())
                .put("written", summary.written());
        ArrayNode processes = node.putArray("processes");
        for (OfProcess of : summary.processes()) {
            processes
                    .addObject()
                    .put("host", of.process().host())
                    .put("process", of.process().process())
                    .put("events", of.events())
                    .put("firstNanos", of.firstNanos())
                    .put("lastNanos", of.lastNanos());
        }
        ArrayNode calls = node.putArray("calls");
        for (Calls of : summary.calls()) {
            calls.addObject().put("call", of.call().label()).put("count", of.count());
        }
        ArrayNode failures = node.putArray("failures");
        for (Failures of : summary.failures()) {
            failures.addObject()
                    .put("call", of.failure().call().label())
                    .put("exception", of.failure().exception())
                    .put("count", of.count());
        }
    }

    /** Counts of one part of a trace. */
    public static final class Counts implements EventPartial<Counts> {
        private final ByProcess<Span> processes = new ByProcess<>(Span::new);
        private final TreeMap<Failure, Long> failures = new TreeMap<>();

        /** Number of calls by the code of the call. */
        private final long[] calls = new long[1 << Byte.SIZE];

        private long read;
        private long written;

        private Counts() {}

        @Override
        public void accept(TraceEvent event) {
            if (event.call() == Call.LOST) {
                return;
            }
            processes.of(event).add(event.calls(), event.startNanos(), event.startNanos() + event.durationNanos());
            int code = event.call().code();
            calls[code] = SaturatedSum.of(calls[code], event.calls());
            Call.Kind kind = event.call().kind();
            long bytes = Math.max(0, Sampled.bytes(event, event.result()));
            if (kind == Call.Kind.READ) {
                read = SaturatedSum.of(read, bytes);
            } else if (kind == Call.Kind.WRITE) {
                written = SaturatedSum.of(written, bytes);
            }
            if (!event.exception().isEmpty()) {
                failures.merge(new Failure(event.call(), event.exception()), 1L, Long::sum);
            }
        }

        @Override
        public void acceptAll(BlockCursor block) {
            while (block.next()) {
                accept(block);
            }
        }

        @Override
        public boolean readsDurations() {
            return true;
        }

        @Override
        public void transfer(Fields fields) throws IOException {
            read = fields.number(read);
            written = fields.number(written);
            fields.numbers(calls);
            processes.transfer(fields, (stream, span) -> span.transfer(stream));
            fields.map(
                    failures,
                    new Failure(Call.UNKNOWN, ""),
                    () -> 0L,
                    (stream, failure) -> new Failure(stream.constant(failure.call()), stream.text(failure.exception())),
                    Fields::number);
        }

        @Override
        public void merge(Counts later) {
            processes.merge(
                    later.processes, (mine, theirs) -> mine.add(theirs.events, theirs.firstNanos, theirs.lastNanos));
            for (int code = 0; code < calls.length; code++) {
                calls[code] = SaturatedSum.of(calls[code], later.calls[code]);
            }
            later.failures.forEach((failure, count) -> failures.merge(failure, count, Long::sum));
            read = SaturatedSum.of(read, later.read);
            written = SaturatedSum.of(written, later.written);
        }
    }

    /** Events of one process in one part of a trace. */
    private static final class Span {
        private long events;
        private long firstNanos = Long.MAX_VALUE;
        private long lastNanos = Long.MIN_VALUE;

        Span transfer(Fields fields) throws IOException {
            events = fields.number(events);
            firstNanos = fields.number(firstNanos);
            lastNanos = fields.number(lastNanos);
            return this;
        }

        void add(long more, long from, long to) {
            events = SaturatedSum.of(events, more);
            firstNanos = Math.min(firstNanos, from);
            lastNanos = Math.max(lastNanos, to);
        }
    }
}
