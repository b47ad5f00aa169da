package org.underbase.htfs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceReader;
import org.underbase.htfs.record.TraceKeys;
import org.underbase.htfs.record.Tracer;

/** A tracer of one test, and the trace that it wrote. */
public final class Recording {
    private final Path dir;
    private final Tracer tracer;
    private final List<TraceEvent> events = new ArrayList<>();
    private ReadReport report;

    /** Starts a tracer that writes to a directory. */
    public Recording(Path dir) {
        this.dir = dir;
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), dir.toString());
        this.tracer = Tracer.start(conf);
    }

    /** Returns the tracer. */
    public Tracer tracer() {
        return tracer;
    }

    /** Closes the tracer and returns its events in the order of recording. */
    public List<TraceEvent> events() throws IOException {
        if (report == null) {
            tracer.close();
            read(dir);
        }
        return events;
    }

    /** Returns the number of events that the closed tracer counted as lost. */
    public long lost() throws IOException {
        events();
        return report.drops().total();
    }

    private void read(Path directory) throws IOException {
        try (TraceReader reader = TraceReader.open(new Configuration(false), List.of(directory.toString()))) {
            while (reader.next()) {
                events.add(reader.event().copy());
            }
            report = reader.report();
        }
    }

    /** Returns the events of a trace that another process wrote. */
    public static List<TraceEvent> read(Path dir, String prefix) throws IOException {
        List<TraceEvent> found = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(new Configuration(false), List.of(dir.toString()))) {
            while (reader.next()) {
                if (reader.event().path().startsWith(prefix)) {
                    found.add(reader.event().copy());
                }
            }
        }
        return found;
    }
}
