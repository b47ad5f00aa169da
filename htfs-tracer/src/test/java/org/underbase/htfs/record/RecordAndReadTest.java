package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceReader;

class RecordAndReadTest {
    private static final String STORE = "/hbase/data/default/t/0123456789abcdef0123456789abcdef/f/file";

    @TempDir
    Path dir;

    private Configuration conf;
    private ReadReport report;

    @BeforeEach
    void configure() {
        conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), dir.toString());
        conf.set(TraceKeys.LABEL.name(), "here");
    }

    @Test
    void everyFieldOfAnEventIsRead() throws Exception {
        long before = WallClock.now().wall();
        try (Tracer tracer = Tracer.start(conf)) {
            ThreadTrace trace = tracer.here();
            FileRef file = tracer.newFile(STORE);
            file.inode(16400);
            StreamRef stream = tracer.stream(file, "alice");

            trace.exit(trace.enter(), Call.PREAD, stream, 4096, 1000, 900);
            trace.exit(trace.enter(), Call.READ_RANGE, stream, 0, 10, -1, new EOFException("x"), "k=v a=b", 7);
            trace.exit(trace.enter(), Call.RENAME, file, tracer.file("/b"), 1, null, null, "bob");
            trace.exit(trace.enter(), Call.LIST_STATUS, null, null, -1, null, null, null);
        }
        List<TraceEvent> events = read();

        assertThat(report.complete()).isTrue();
        assertThat(events).hasSize(4);
        TraceEvent pread = events.get(0);
        assertThat(pread.startNanos())
                .isBetween(before - 1_000_000, WallClock.now().wall() + 1_000_000);
        assertThat(pread.durationNanos()).isBetween(0L, 60_000_000_000L);
        assertThat(pread.call()).isEqualTo(Call.PREAD);
        assertThat(pread.activity()).isEqualTo(Activity.READ);
        assertThat(pread.label()).isEqualTo("here");
        assertThat(pread.process()).startsWith(ProcessHandle.current().pid() + "@");
        assertThat(pread.thread()).isEqualTo(Thread.currentThread().getName());
        assertThat(pread.user()).isEqualTo("alice");
        assertThat(pread.path()).isEqualTo(STORE);
        assertThat(pread.inode()).isEqualTo(16400);
        assertThat(pread.streamId()).isPositive();
        assertThat(pread.group()).isEqualTo(-1);
        assertThat(pread.offset()).isEqualTo(4096);
        assertThat(pread.length()).isEqualTo(1000);
        assertThat(pread.result()).isEqualTo(900);
        assertThat(pread.exception()).isEmpty();
        assertThat(pread.detail()).isEmpty();
        TraceEvent range = events.get(1);
        assertThat(range.exception()).isEqualTo("java.io.EOFException");
        assertThat(range.detail()).isEqualTo("k=v a=b");
        assertThat(range.group()).isEqualTo(7);
        assertThat(range.result()).isEqualTo(-1);
        TraceEvent rename = events.get(2);
        assertThat(rename.path()).isEqualTo(STORE);
        assertThat(rename.otherPath()).isEqualTo("/b");
        assertThat(rename.user()).isEqualTo("bob");
        assertThat(rename.streamId()).isEqualTo(-1);
        assertThat(rename.fileId()).isEqualTo(pread.fileId());
        assertThat(events.get(3).fileId()).isEqualTo(-1);
        assertThat(events.get(3).path()).isEmpty();
    }

    private List<TraceEvent> read() throws Exception {
        List<TraceEvent> events = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(conf, List.of(dir.toString()))) {
            while (reader.next()) {
                events.add(reader.event().copy());
            }
            report = reader.report();
        }
        return events;
    }
}
