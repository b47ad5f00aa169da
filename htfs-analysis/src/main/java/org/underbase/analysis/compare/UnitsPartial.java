package org.underbase.analysis.compare;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.locality.LocalityFigure;
import org.underbase.analysis.locality.LocalityPartial;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Sampled;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Loss;
import org.underbase.htfs.format.TraceEvent;

/** Sums by unit of a part of a trace. */
public final class UnitsPartial implements EventPartial<UnitsPartial> {
    static final long HOUR_NANOS = 3_600_000_000_000L;

    /** Upper limit of a latency, which bounds the sums of forged traces. */
    private static final long LONGEST_NANOS = 7L * 24 * HOUR_NANOS;

    final Map<Unit, UnitSums> units = new HashMap<>();

    /** Sums over the files of this part, for differences. */
    final LocalityPartial locality;

    private final TraceFacts trace;
    private String lastHost = "";
    private long lastHour = -1;
    private UnitSums last;

    UnitsPartial(TraceFacts trace) {
        this.trace = trace;
        this.locality = new LocalityFigure().start(trace);
    }

    private UnitSums of(Unit unit) {
        return units.computeIfAbsent(unit, key -> new UnitSums());
    }

    private UnitSums of(TraceEvent event) {
        long hour = Math.max(0, event.startNanos() - trace.firstNanos()) / HOUR_NANOS;
        if (last == null || hour != lastHour || !lastHost.equals(event.host())) {
            lastHour = hour;
            lastHost = event.host();
            last = of(Unit.of(lastHost, hour));
        }
        return last;
    }

    @Override
    public void accept(TraceEvent event) {
        UnitSums sums = of(event);
        Call call = event.call();
        long bytes = Math.max(0, Sampled.bytes(event, event.result()));
        if (call == Call.LOST) {
            Call.Kind kind = Loss.of(event).kind();
            sums.add(Sum.READ, kind == Call.Kind.READ ? bytes : 0);
            sums.add(Sum.WRITTEN, kind == Call.Kind.WRITE ? bytes : 0);
            sums.add(Sum.IO, kind == Call.Kind.READ || kind == Call.Kind.WRITE ? bytes : 0);
            return;
        }
        sums.add(Sum.CALLS, event.calls());
        sums.add(Sum.FAILED_CALLS, event.exception().isEmpty() ? 0 : 1);
        if (call == Call.ACTIVITY) {
            write(sums, event, bytes);
            return;
        }
        switch (call.kind()) {
            case READ -> read(sums, event, bytes);
            case WRITE -> write(sums, event, bytes);
            case META, OPEN -> sums.add(Sum.METADATA_CALLS, event.calls());
            case READ_GROUP, SYNC, CLOSE, STREAM -> {}
        }
        latency(sums, event);
    }

    @Override
    public boolean readsDurations() {
        return true;
    }

    private void read(UnitSums sums, TraceEvent event, long bytes) {
        boolean core = event.activity() == Activity.READ && isCore(event);
        sums.add(Sum.READ, bytes);
        sums.add(Sum.IO, bytes);
        sums.add(Sum.CORE_READ, core ? bytes : 0);
        sums.add(Sum.CORE_IO, core ? bytes : 0);
    }

    private void write(UnitSums sums, TraceEvent event, long bytes) {
        boolean flush = event.activity() == Activity.FLUSH;
        sums.add(Sum.WRITTEN, bytes);
        sums.add(Sum.IO, bytes);
        sums.add(Sum.LOG_WRITTEN, event.activity() == Activity.LOGGING ? bytes : 0);
        sums.add(Sum.COMPACTION_WRITTEN, event.activity() == Activity.COMPACTION ? bytes : 0);
        sums.add(Sum.FLUSH_WRITTEN, flush ? bytes : 0);
        sums.add(Sum.CORE_IO, flush && isCore(event) ? bytes : 0);
    }

    private boolean isCore(TraceEvent event) {
        return trace.definitions().systemInCore() || !event.place().system();
    }

    private static void latency(UnitSums sums, TraceEvent event) {
        if (!event.exception().isEmpty() || event.calls() == 0) {
            return;
        }
        long nanos = Math.min(LONGEST_NANOS, Math.max(0, event.durationNanos()));
        switch (event.call()) {
            case PREAD -> sums.add(Shape.PREAD_NANOS, nanos, 1);
            case WAL_SYNC -> sums.add(Shape.WAL_SYNC_NANOS, nanos, 1);
            case HSYNC -> sums.add(Shape.HSYNC_NANOS, nanos, 1);
            default -> {
                // Other calls are too different to have a headline number.
            }
        }
    }

    FileVisitor file(FileFacts file) {
        return new FileSums(this, file, trace.assumptions().replication());
    }

    /** Adds the sums of a file to its unit. */
    void add(FileFacts file, UnitSums sums) {
        if (!sums.isEmpty()) {
            of(Unit.of(file)).merge(sums);
        }
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        SortedMap<Unit, UnitSums> sorted = new TreeMap<>(units);
        fields.map(
                sorted,
                Unit.of("", 0),
                UnitSums::new,
                (stream, unit) -> unit.transfer(stream),
                (stream, sums) -> sums.transfer(stream));
        units.putAll(sorted);
    }

    @Override
    public void merge(UnitsPartial later) {
        later.units.forEach((unit, sums) -> {
            UnitSums mine = units.putIfAbsent(unit, sums);
            if (mine != null) {
                mine.merge(sums);
            }
        });
    }
}
