package org.underbase.htfs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceReader;
import org.underbase.htfs.record.TraceKeys;
import org.underbase.htfs.record.Tracer;

/**
 * Access to the events of this process's tracer. All test classes of a process share it, so that a test selects events by
 * its paths or threads.
 */
public final class Capture {
    private static final Configuration CONF = configured(new Configuration(false));

    private Capture() {}

    /** Configures the tracer for tests: a separate directory, and no dropped events. */
    public static Configuration configured(Configuration conf) {
        String directory = "htfs-capture-" + ProcessHandle.current().pid();
        conf.set(
                TraceKeys.DIR.name(),
                Path.of(System.getProperty("java.io.tmpdir"), directory).toString());
        conf.set(TraceKeys.RING_FULL.name(), "block");
        conf.set(TraceKeys.RING_BLOCK_DEADLINE.name(), "1h");
        conf.set(TraceKeys.BLOCK_INTERVAL.name(), "1h");
        conf.set(TraceKeys.MIN_FREE.name(), "0");
        return conf;
    }

    /** Returns the tracer of this process. */
    public static Tracer tracer() {
        return Tracer.of(CONF);
    }

    /** Returns the number of events so far. */
    public static long count() {
        if (!tracer().flush()) {
            throw new IllegalStateException("the tracer did not flush");
        }
        return tracer().bean().getEvents();
    }

    /** Returns the events on {@code prefix} and its contents, in the order of recording of each thread. */
    public static List<TraceEvent> below(String prefix) throws IOException {
        return events(event -> event.path().equals(prefix) || event.path().startsWith(prefix + "/"));
    }

    /** Returns the events that match a condition. */
    public static List<TraceEvent> events(Predicate<TraceEvent> wanted) throws IOException {
        if (!tracer().roll()) {
            throw new IllegalStateException("the tracer did not write its segment");
        }
        List<TraceEvent> events = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(CONF, List.of(tracer().bean().getDirectory()))) {
            while (reader.next()) {
                if (wanted.test(reader.event())) {
                    events.add(reader.event().copy());
                }
            }
            if (!reader.report().complete()) {
                throw new IllegalStateException(
                        "the trace is not complete: " + reader.report().corruptRanges());
            }
        }
        return events;
    }
}
