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
 * What the tracer of this process has recorded. The process has one tracer for all test classes: tests look for the paths
 * or the threads that are theirs.
 */
public final class Capture {
    private static final Configuration CONF = configured(new Configuration(false));

    private Capture() {}

    /** Sets what tests want of the tracer: a directory of their own, and to lose nothing. */
    public static Configuration configured(Configuration conf) {
        String directory = "htfs-capture-" + ProcessHandle.current().pid();
        conf.set(
                TraceKeys.DIR.name(),
                Path.of(System.getProperty("java.io.tmpdir"), directory).toString());
        conf.set(TraceKeys.RING_FULL.name(), "block");
        conf.set(TraceKeys.BLOCK_INTERVAL.name(), "1h");
        return conf;
    }

    /** The tracer of this process. */
    public static Tracer tracer() {
        return Tracer.of(CONF);
    }

    /** How many events there are so far. */
    public static long count() {
        if (!tracer().flush()) {
            throw new IllegalStateException("the tracer did not flush");
        }
        return tracer().bean().getEvents();
    }

    /** The events whose path is {@code prefix} or below it, by time of recording in each thread. */
    public static List<TraceEvent> below(String prefix) throws IOException {
        return events(event -> event.path().equals(prefix) || event.path().startsWith(prefix + "/"));
    }

    /** The events that {@code wanted} accepts. */
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
                throw new IllegalStateException("the trace is not complete");
            }
        }
        return events;
    }
}
