package org.underbase.replay.trace;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.catalog.CatalogPartial;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.ProcessKey;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.OrderedReader;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceReader;
import org.underbase.htfs.format.TraceSlice;

/** Trace with the catalog of its files. Opening it reads the trace once. */
public final class TraceInput {
    /** Consumer of calls. */
    @FunctionalInterface
    public interface Consumer {
        /** Receives the next call, in the order of starts; returns whether it needs more. */
        boolean accept(Operation operation) throws IOException, InterruptedException;
    }

    private final Configuration conf;
    private final List<TraceSlice> slices;
    private final TargetPaths paths;
    private final FileCatalog catalog;
    private final Map<ProcessKey, Integer> processes = new HashMap<>();
    private final ReadReport report;
    private String inside = "";
    private long events;
    private long digest;
    private boolean sampled;

    private TraceInput(Configuration conf, List<TraceSlice> slices, String root, String under) throws IOException {
        this.conf = conf;
        this.slices = slices;
        this.paths = new TargetPaths(root);
        Operator<CatalogPartial, FileCatalog> operator = FileCatalog.operator();
        CatalogPartial partial = operator.start();
        try (TraceReader reader = TraceReader.ofSlices(conf, slices)) {
            while (reader.next()) {
                TraceEvent event = reader.event();
                partial.accept(event);
                note(event, under);
            }
            report = reader.report();
        }
        catalog = operator.finish(partial);
    }

    /**
     * Opens a trace.
     *
     * @param conf configuration of the file systems of the trace
     * @param slices the segments
     * @param under directory of the replay
     * @param root directory of its files, at or below {@code under}
     */
    public static TraceInput open(Configuration conf, List<TraceSlice> slices, String under, String root)
            throws IOException {
        return new TraceInput(conf, slices, root, under);
    }

    private void note(TraceEvent event, String under) {
        paths.learn(event.identity());
        processes.computeIfAbsent(new ProcessKey(event.host(), event.process()), key -> processes.size());
        events++;
        digest = digest * 31 + event.startNanos() * 7 + event.call().code();
        sampled |= event.sampling() != BlockHeader.ALL;
        for (String path : new String[] {event.path(), event.otherPath()}) {
            if (inside.isEmpty() && (path + "/").startsWith(under + "/")) {
                inside = path;
            }
        }
    }

    public FileCatalog catalog() {
        return catalog;
    }

    /** Returns the number of events. */
    public long events() {
        return events;
    }

    /** Returns a text that is equal for equal traces. */
    public String fingerprint() {
        return events + "-" + Long.toHexString(digest);
    }

    /** Whether the trace contains only a part of the files. */
    public boolean sampled() {
        return sampled;
    }

    /** Returns a traced path at or below the directory of the replay; or an empty text. */
    public String inside() {
        return inside;
    }

    /** Returns what is missing in the trace. */
    public ReadReport report() {
        return report;
    }

    /** Passes the calls in the order of their starts. */
    public void forEach(Consumer consumer) throws IOException, InterruptedException {
        try (OrderedReader reader = OrderedReader.open(conf, slices)) {
            boolean more = true;
            while (more && reader.next()) {
                more = consumer.accept(operation(reader.event().copy()));
            }
        }
    }

    private Operation operation(TraceEvent event) {
        ProcessKey process = new ProcessKey(event.host(), event.process());
        int file = event.fileId() < 0 ? -1 : catalog.key(catalog.process(process), event.fileId(), event.startNanos());
        String fileSystem = event.identity().fileSystem();
        return new Operation(
                event,
                processes.getOrDefault(process, -1),
                file,
                paths.of(fileSystem, event.path()),
                paths.of(fileSystem, event.otherPath()));
    }
}
