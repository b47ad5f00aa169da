package org.underbase.htfs.imports;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceWriter;

/**
 * Writers of the traces of all processes of an import. The number of open writers and of events in memory is bounded: of
 * too many writers, that of the process without events for the longest time ends its segment.
 */
final class Processes implements EventSink {
    private static final int MAX_OPEN = 64;
    private static final int MAX_PENDING = 1 << 18;
    private static final int BLOCK_EVENTS = 1 << 14;

    private final Path dir;
    private final String label;
    private final int maxOpen;
    private final Map<SourceProcess, TraceWriter> open = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<SourceProcess, SegmentHeader> suspended = new HashMap<>();
    private final Set<SegmentHeader> headers = new HashSet<>();
    private long pending;
    private long events;
    private long segments;
    private long bytes;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;

    Processes(Path dir, String label) {
        this(dir, label, MAX_OPEN);
    }

    Processes(Path dir, String label, int maxOpen) {
        this.dir = dir;
        this.label = label;
        this.maxOpen = maxOpen;
    }

    @Override
    public void add(SourceProcess process, TraceEvent event) throws IOException {
        TraceWriter writer = open.get(process);
        if (writer == null) {
            writer = begin(process, event.startNanos());
        }
        int before = writer.pending();
        writer.write(event);
        pending += writer.pending() - before;
        events++;
        firstNanos = Math.min(firstNanos, event.startNanos());
        lastNanos = Math.max(lastNanos, event.startNanos() + event.durationNanos());
        if (pending > MAX_PENDING) {
            flushLargest();
        }
    }

    private TraceWriter begin(SourceProcess process, long startNanos) throws IOException {
        if (open.size() >= maxOpen) {
            Iterator<Map.Entry<SourceProcess, TraceWriter>> oldest =
                    open.entrySet().iterator();
            Map.Entry<SourceProcess, TraceWriter> entry = oldest.next();
            oldest.remove();
            pending -= entry.getValue().pending();
            suspended.put(entry.getKey(), entry.getValue().suspend());
            bytes += entry.getValue().bytes();
        }
        SegmentHeader header = suspended.remove(process);
        if (header == null) {
            header = header(process, Math.max(0, Math.floorDiv(startNanos, 1_000_000L)));
        }
        TraceWriter writer = new TraceWriter(dir, header, BLOCK_EVENTS, TraceWriter.SEGMENT_BYTES);
        open.put(process, writer);
        return writer;
    }

    /** Host, pid and start of a process are unique. */
    private SegmentHeader header(SourceProcess process, long firstStart) {
        long start = firstStart;
        SegmentHeader header = SegmentHeader.of(process.host(), process.pid(), start, "", label);
        while (!headers.add(header)) {
            header = SegmentHeader.of(process.host(), process.pid(), ++start, "", label);
        }
        return header;
    }

    private void flushLargest() throws IOException {
        TraceWriter largest = null;
        for (TraceWriter writer : open.values()) {
            largest = largest == null || writer.pending() > largest.pending() ? writer : largest;
        }
        if (largest != null) {
            pending -= largest.pending();
            largest.flush();
        }
    }

    /** Writes everything and ends all processes. */
    void finish() throws IOException {
        for (Map.Entry<SourceProcess, SegmentHeader> entry : suspended.entrySet()) {
            end(new TraceWriter(dir, entry.getValue()));
        }
        suspended.clear();
        for (TraceWriter writer : open.values()) {
            end(writer);
        }
        open.clear();
    }

    private void end(TraceWriter writer) throws IOException {
        writer.close();
        bytes += writer.bytes();
        segments += writer.segments();
    }

    /** Closes the files after a failure. */
    void abandon() throws IOException {
        for (TraceWriter writer : open.values()) {
            writer.abandon();
        }
    }

    long count() {
        return headers.size();
    }

    long events() {
        return events;
    }

    long segments() {
        return segments;
    }

    long bytes() {
        return bytes;
    }

    long firstNanos() {
        return firstNanos;
    }

    long lastNanos() {
        return lastNanos;
    }
}
