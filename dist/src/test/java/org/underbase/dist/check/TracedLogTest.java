package org.underbase.dist.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.client.CombinedLog;
import org.underbase.combinedlog.client.LogOptions;
import org.underbase.combinedlog.client.LogReader;
import org.underbase.combinedlog.client.LogWriter;
import org.underbase.htfs.APITraceDistributedFileSystem;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.SubActivity;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceReader;
import org.underbase.htfs.record.TraceKeys;
import org.underbase.htfs.record.Tracer;
import org.underbase.testbed.mini.MiniHdfs;

/** Trace of the combined log's API: its calls are logging at any path. */
@Tag("cluster")
class TracedLogTest {
    private static final Path LOG = new Path("/application/events");
    private static final int RECORD = 500;
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    private java.nio.file.Path trace;

    @Test
    void callsOfTheLogAreLogging() throws Exception {
        try (MiniHdfs hdfs = MiniHdfs.builder().start()) {
            Configuration conf = hdfs.configuration();
            conf.setClass("fs.hdfs.impl", APITraceDistributedFileSystem.class, FileSystem.class);
            conf.set(TraceKeys.DIR.name(), trace.toString());
            conf.set(TraceKeys.MIN_FREE.name(), "0");
            try (Tracer tracer = Tracer.of(conf);
                    FileSystem fs = FileSystem.newInstance(hdfs.fileSystem().getUri(), conf)) {
                assertThat(tracer.bean().getDirectory()).isEqualTo(trace.toString());
                use(CombinedLog.on(fs));
                fs.create(new Path("/application/other")).close();
            }
        }

        List<TraceEvent> events = events();

        assertThat(events)
                .filteredOn(event -> event.path().equals(LOG.toString()))
                .allSatisfy(event -> assertThat(event.activity())
                        .as("%s by %s", event.call(), event.thread())
                        .isEqualTo(Activity.LOGGING));
        assertThat(bytes(events, Call.Kind.WRITE, SubActivity.APPEND)).isGreaterThan(2 * RECORD);
        assertThat(bytes(events, Call.Kind.READ, SubActivity.RECOVERY)).isGreaterThan(3 * RECORD);
        assertThat(events).extracting(TraceEvent::call).contains(Call.HSYNC, Call.APPEND, Call.CLOSE_OUTPUT);
        assertThat(events)
                .filteredOn(event -> event.path().equals("/application/other"))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.activity()).isEqualTo(Activity.OTHER));
    }

    /** Writes two records, one of them by a second writer, and reads both. */
    private static void use(CombinedLog logs) throws IOException {
        try (LogWriter log = logs.create(LOG, LogOptions.defaults())) {
            assertThat(log.append(ByteBuffer.allocate(RECORD))).succeedsWithin(LIMIT);
            log.sync();
        }
        try (LogWriter log = logs.open(LOG, LogOptions.defaults())) {
            assertThat(log.append(ByteBuffer.allocate(RECORD))).succeedsWithin(LIMIT);
        }
        String name = Thread.currentThread().getName();
        try (LogReader reader = logs.read(LOG)) {
            assertThat(reader.next()).isPresent();
            assertThat(reader.next()).isPresent();
        }
        assertThat(Thread.currentThread().getName()).isEqualTo(name);
    }

    private static long bytes(List<TraceEvent> events, Call.Kind kind, SubActivity part) {
        return events.stream()
                .filter(event -> event.call().kind() == kind && event.subActivity() == part)
                .mapToLong(event -> Math.max(0, event.result()))
                .sum();
    }

    private List<TraceEvent> events() throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(new Configuration(false), List.of(trace.toString()))) {
            while (reader.next()) {
                events.add(reader.event().copy());
            }
        }
        return events;
    }
}
