package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceReader;

/** Recording to a disk that is full, read-only or missing. */
class FullDiskTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int SOME = 5000;

    @TempDir
    Path dir;

    private LogCapturer log;
    private ReadReport report;

    @BeforeEach
    void listen() {
        log = LogCapturer.captureLogs(LoggerFactory.getLogger(Tracer.class));
    }

    @AfterEach
    void stopListening() {
        log.stopCapturing();
    }

    @Test
    void aFullDiskDropsOnlyCountedEvents() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can mount a small disk to fill");
        mount("-t", "tmpfs", "-o", "size=1m", "none", dir.toString());
        try {
            Path filler = Files.write(dir.resolve("filler"), new byte[768 << 10]);
            Scribe scribe;
            TracerMXBean bean;
            try (Tracer tracer = Tracer.start(conf(dir))) {
                scribe = new Scribe(tracer, 0);
                bean = tracer.bean();
                await().pollInSameThread().atMost(LONG).until(() -> write(scribe, bean::isFailing));
                await().pollInSameThread()
                        .atMost(LONG)
                        .until(() -> write(scribe, () -> bean.getDroppedWriteError() > 0));
                assertThat(tracer.flush()).isFalse();
                assertThat(log.getOutput().lines().filter(line -> line.contains("Cannot write traces")))
                        .hasSize(1)
                        .first()
                        .asString()
                        .contains("No space left on device");

                // The written blocks are readable while the disk is full.
                Scribe.Check sofar = read();
                assertThat(sofar.events()).isEqualTo(bean.getEventsWritten()).isPositive();
                assertThat(report.corruptRangeCount()).isZero();
                assertThat(report.unclosed()).hasSize(1);

                Files.delete(filler);
                await().pollInSameThread()
                        .atMost(LONG)
                        .until(() -> !bean.isFailing() || write(scribe, () -> !bean.isFailing()));
                assertThat(tracer.flush()).isTrue();
                scribe.write();
            }

            Scribe.Check all = read();
            assertThat(report.unclosed()).isEmpty();
            assertThat(report.corruptRangeCount()).isZero();
            assertThat(report.drops().events(Drops.Cause.WRITE_ERROR))
                    .isEqualTo(bean.getDroppedWriteError())
                    .isPositive();
            assertThat(all.events() + report.drops().total()).isEqualTo(scribe.done());
            assertThat(all.lost()).isEqualTo(report.drops().total());
            assertThat(all.events(0)).isEqualTo(scribe.done());
            assertThat(log.getOutput()).contains("again; lost events so far");
        } finally {
            umount();
        }
    }

    @Test
    void theMinimumFreeSpaceRemainsFree() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can mount a small disk to fill");
        mount("-t", "tmpfs", "-o", "size=1m", "none", dir.toString());
        try {
            Files.write(dir.resolve("filler"), new byte[700 << 10]);
            Scribe scribe;
            TracerMXBean bean;
            Drops lost;
            Configuration conf = conf(dir);
            conf.set(TraceKeys.MIN_FREE.name(), "25%");
            conf.set(TraceKeys.LIMIT_ACTION.name(), "stop");
            try (Tracer tracer = Tracer.start(conf)) {
                scribe = new Scribe(tracer, 0);
                bean = tracer.bean();
                await().pollInSameThread().atMost(LONG).until(() -> write(scribe, () -> lowSpace(tracer) > 0));
                assertThat(tracer.flush()).isTrue();
                // A file takes whole pages, and the end mark is written in any case.
                assertThat(Files.getFileStore(dir).getUsableSpace()).isGreaterThan((256 << 10) - (4 << 10));
                tracer.change(TraceKeys.LIMIT_ACTION.name(), "delete");
                assertThat(tracer.roll()).isTrue();
                long before = bean.getEventsWritten();
                await().pollInSameThread()
                        .atMost(LONG)
                        .until(() -> write(scribe, () -> bean.getEventsWritten() > before));
                assertThat(bean.getSegmentsEvicted()).isPositive();
                assertThat(tracer.flush()).isTrue();
                lost = tracer.metrics().drops();
            }

            assertThat(bean.getWriteErrors()).isZero();
            assertThat(read().events() + bean.getEventsEvicted() + lost.total()).isEqualTo(scribe.done());
            assertThat(report.drops()).as("with those of the deleted segments").isEqualTo(lost);
        } finally {
            umount();
        }
    }

    private static long lowSpace(Tracer tracer) {
        return tracer.metrics().drops().events(Drops.Cause.LOW_SPACE);
    }

    @Test
    void aSegmentThatCannotBeDeletedIsSkipped() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can mount a file");
        Path old = Files.write(dir.resolve("other-1-1-000000.ubtrace"), new byte[50_000]);
        Files.setLastModifiedTime(old, FileTime.fromMillis(1));
        Path older = Files.write(dir.resolve("other-2-1-000000.ubtrace"), new byte[50_000]);
        Files.setLastModifiedTime(older, FileTime.fromMillis(0));
        // The system deletes no mount point, not even for root.
        mount("--bind", older.toString(), older.toString());
        try {
            Configuration conf = conf(dir);
            conf.set(TraceKeys.MAX_BYTES.name(), "70000");
            try (Tracer tracer = Tracer.start(conf)) {
                Scribe scribe = new Scribe(tracer, 0);
                scribe.write();
                assertThat(tracer.flush()).isTrue();
                assertThat(tracer.bean().getEventsWritten()).isEqualTo(1);
                assertThat(tracer.bean().getSegmentsUndeletable()).isEqualTo(1);
            }
        } finally {
            run("umount", older.toString());
        }
        assertThat(older).exists();
        assertThat(old).doesNotExist();
        assertThat(log.getOutput()).contains("Cannot delete the old trace segment " + older);
    }

    @Test
    void recordingStartsOnceTheDirectoryCanBeCreated() throws Exception {
        Path inTheWay = Files.createFile(dir.resolve("file"));
        Path traces = inTheWay.resolve("traces");
        try (Tracer tracer = Tracer.start(conf(traces))) {
            Scribe scribe = new Scribe(tracer, 0);
            scribe.write();
            assertThat(tracer.flush()).isFalse();
            assertThat(tracer.bean().isFailing()).isTrue();
            assertThat(tracer.bean().getWriteFailure()).contains(inTheWay.toString());
            assertThat(log.getOutput()).contains("Cannot write traces to " + traces);

            Files.delete(inTheWay);
            await().pollInSameThread().atMost(LONG).until(() -> !tracer.bean().isFailing());
            assertThat(tracer.bean().getWriteFailure()).isEmpty();
            scribe.write();
        }

        assertThat(read().events()).isEqualTo(2);
        assertThat(report.complete()).isTrue();
    }

    @Test
    void eventsThatCannotBeWrittenBeforeShutdownAreCounted() throws Exception {
        Path inTheWay = Files.createFile(dir.resolve("file"));
        TracerMXBean bean;
        try (Tracer tracer = Tracer.start(conf(inTheWay.resolve("traces")))) {
            bean = tracer.bean();
            new Scribe(tracer, 0).write();
        }

        assertThat(bean.getDroppedWriteError()).isEqualTo(1);
        assertThat(log.getOutput()).contains("Dropped 1 events that could not be written before shutdown");
    }

    @Test
    void aDeletedSegmentIsFollowedByAnother() throws Exception {
        try (Tracer tracer = Tracer.start(conf(dir))) {
            Scribe scribe = new Scribe(tracer, 0);
            scribe.write();
            assertThat(tracer.flush()).isTrue();
            try (var files = Files.newDirectoryStream(dir, "*.ubtrace")) {
                Files.delete(files.iterator().next());
            }
            scribe.write();
            assertThat(tracer.flush()).isTrue();
        }

        assertThat(read().events()).isEqualTo(1);
        assertThat(log.getOutput()).contains("was deleted or cannot be continued");
    }

    private static boolean write(Scribe scribe, BooleanSupplier done) {
        for (int i = 0; i < SOME; i++) {
            scribe.write();
        }
        return done.getAsBoolean();
    }

    private static Configuration conf(Path traces) {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), traces.toString());
        conf.set(TraceKeys.BLOCK_EVENTS.name(), "2000");
        conf.set(TraceKeys.RING_BYTES.name(), "1m");
        conf.set(TraceKeys.DRAIN_INTERVAL.name(), "5ms");
        conf.set(TraceKeys.MIN_FREE.name(), "0");
        return conf;
    }

    private Scribe.Check read() throws Exception {
        Scribe.Check check = new Scribe.Check(true);
        try (TraceReader reader = TraceReader.open(new Configuration(false), List.of(dir.toString()))) {
            while (reader.next()) {
                check.accept(reader.event());
            }
            report = reader.report();
        }
        return check;
    }

    private static void mount(String... arguments) throws Exception {
        run("mount", arguments);
    }

    private void umount() throws Exception {
        run("umount", dir.toString());
    }

    private static void run(String program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as("%s", command).isZero();
    }
}
