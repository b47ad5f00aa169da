package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.underbase.htfs.format.BlockBuilder;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.htfs.format.TraceReader;

/** The end of a recording: events that can no longer be written are counted, and the threads end. */
class EndOfRecordingTest {
    @TempDir
    Path dir;

    private final Configuration conf = new Configuration(false);
    private TestStore store;

    @BeforeEach
    void configure() {
        conf.set(TraceKeys.DIR.name(), dir.toString());
        conf.set(TraceKeys.RING_FULL.name(), "drop");
        // No block ends early, however slow the calls are.
        conf.set(TraceKeys.BLOCK_EVENTS.name(), "100");
        conf.set(TraceKeys.BLOCK_INTERVAL.name(), "1h");
    }

    @Test
    void callsThatEndAfterTheRecordingAreCounted() throws Exception {
        Tracer tracer = Tracer.start(conf);
        StreamRef stream = tracer.stream(tracer.newFile("/f"));
        ThreadTrace reader = new ThreadTrace(tracer);
        ThreadTrace client = new ThreadTrace(tracer);
        reader.exit(reader.enter(stream), Call.READ, stream, 0, 10, 10);
        long read = reader.enter(stream);
        long call = client.enter();
        tracer.close();
        reader.exit(read, Call.READ, stream, 10, 10, 10);
        client.exit(call, Call.EXISTS, null, null, 1, null, null, null);

        assertThat(lost(tracer, Drops.Cause.ENDED)).isEqualTo(2);
        assertThat(tracer.bean().getLostBytes()).isEqualTo(10);
        assertThat(read().events()).isEqualTo(1);
        reader.exit(reader.enter(stream), Call.READ, stream, 0, 10, 10);
        assertThat(lost(tracer, Drops.Cause.ENDED)).isEqualTo(2);
    }

    @Test
    void theEndDuringAHangCountsTheEventsThatDidNotReachTheWriter() throws Exception {
        Tracer tracer = Tracer.start(conf, real -> store = new TestStore(real, TestStore.Mode.HANGS));
        StreamRef stream = tracer.stream(tracer.newFile("/f"));
        ThreadTrace here = tracer.here();
        for (int i = 0; i < 1000; i++) {
            here.exit(here.enter(stream), Call.WRITE, stream, i, 1, 1);
        }
        tracer.close(TimeUnit.MILLISECONDS.toNanos(50));
        // The writer has three blocks.
        until(() -> lost(tracer, Drops.Cause.WRITE_ERROR) == 700);
        store.mode(TestStore.Mode.WRITES);
        tracer.close();

        ReadReport report = read();
        assertThat(report.events()).isEqualTo(300);
        assertThat(report.drops()).isEqualTo(Drops.NONE.with(Drops.Cause.WRITE_ERROR, 700, 700));
        assertThat(report.unclosed()).isEmpty();
    }

    @Test
    void theExitWithAFullDiskLogsTheLostEvents() {
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(Tracer.class));
        try {
            Tracer tracer = Tracer.start(conf, real -> store = new TestStore(real, TestStore.Mode.FAILS));
            StreamRef stream = tracer.stream(tracer.newFile("/f"));
            for (int i = 0; i < 1000; i++) {
                tracer.here().exit(tracer.here().enter(stream), Call.WRITE, stream, i, 1, 1);
            }
            until(() -> tracer.bean().isFailing());
            tracer.exiting();
            assertThat(lost(tracer, Drops.Cause.WRITE_ERROR)).isEqualTo(1000);
        } finally {
            log.stopCapturing();
        }
        assertThat(log.getOutput())
                .contains("The recording to " + dir + " lost 1000 events: 1000 because of write errors");
    }

    @Test
    void theExitDuringAHangLogsWhatIsMissingAndWhatToDo() {
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(Tracer.class));
        Tracer tracer = Tracer.start(conf, real -> store = new TestStore(real, TestStore.Mode.HANGS));
        try {
            StreamRef stream = tracer.stream(tracer.newFile("/f"));
            for (int i = 0; i < 7; i++) {
                tracer.here().exit(tracer.here().enter(stream), Call.WRITE, stream, i, 1, 1);
            }
            until(() -> tracer.bean().getEvents() == 7);
            tracer.exiting(TimeUnit.MILLISECONDS.toNanos(50));
        } finally {
            log.stopCapturing();
            store.mode(TestStore.Mode.WRITES);
            tracer.close();
        }
        assertThat(log.getOutput())
                .contains("The disk of " + dir
                        + " did not answer within 0 s at the exit of this process: about 7 recorded"
                        + " events are not in the trace, which has no end mark; check that disk, or set"
                        + " underbase.trace.dir to a directory on another one");
    }

    @Test
    void theExitWithoutLossesLogsNone() {
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(Tracer.class));
        try (Tracer tracer = Tracer.start(conf)) {
            StreamRef stream = tracer.stream(tracer.newFile("/f"));
            tracer.here().exit(tracer.here().enter(stream), Call.WRITE, stream, 0, 1, 1);
            tracer.exiting();
            assertThat(tracer.on()).isTrue();
        } finally {
            log.stopCapturing();
        }
        assertThat(log.getOutput()).doesNotContain("lost");
    }

    @Test
    void aBlockThatFollowsABugInTheWriterIsCounted() {
        Metrics metrics = new Metrics();
        try (Tracer tracer = Tracer.start(conf)) {
            Settings settings = Settings.of(conf);
            BlockWriter writer = new BlockWriter(
                    settings,
                    tracer,
                    SegmentHeader.NONE,
                    new FileTable(10),
                    metrics,
                    new TestStore(null, TestStore.Mode.BREAKS),
                    new Housekeeper(settings, SegmentHeader.NONE, metrics, tracer));
            writer.start(Thread.currentThread());
            writer.add(block(writer));
            until(() -> !writer.alive());
            writer.add(block(writer));

            until(() -> metrics.drops().equals(Drops.NONE.with(Drops.Cause.FAILURE, 2, 20)));
        }
    }

    private static BlockWriter.Block block(BlockWriter writer) {
        BlockBuilder events = writer.free();
        events.add(0, 1, Call.READ.code(), events.thread(1, "main"), events.target(-1, -1, "", -1), 0, 10, 10);
        return new BlockWriter.Block(events, WallClock.now(), 1L << 32, 0);
    }

    private static long lost(Tracer tracer, Drops.Cause cause) {
        return tracer.bean().getLostEvents().get(cause.label());
    }

    private static void until(Callable<Boolean> condition) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(60))
                .until(condition);
    }

    private ReadReport read() throws Exception {
        try (TraceReader reader = TraceReader.open(new Configuration(false), List.of(dir.toString()))) {
            while (reader.next()) {
                assertThat(reader.event().path()).isIn("/f", "");
            }
            assertThat(reader.report().corruptRangeCount()).isZero();
            return reader.report();
        }
    }
}
