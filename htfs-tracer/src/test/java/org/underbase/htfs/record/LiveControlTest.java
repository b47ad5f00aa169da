package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceReader;

/** Changes of live settings by the control file and JMX, and the metrics. */
class LiveControlTest {
    private static final long CAP = 40_000;

    @TempDir
    Path dir;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private ObjectName name;
    private Tracer tracer;
    private Scribe scribe;
    private ReadReport report;
    private long lost;

    @BeforeEach
    void start() throws Exception {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), dir.toString());
        conf.set(TraceKeys.CONTROL_INTERVAL.name(), "10ms");
        conf.set(TraceKeys.DRAIN_INTERVAL.name(), "5ms");
        conf.set(TraceKeys.BLOCK_EVENTS.name(), "200");
        conf.set(TraceKeys.BLOCK_INTERVAL.name(), "1h");
        conf.set(TraceKeys.MIN_FREE.name(), "0");
        conf.set(TraceKeys.RING_FULL.name(), "block");
        conf.set(TraceKeys.RING_BLOCK_DEADLINE.name(), "1h");
        tracer = Tracer.start(conf);
        scribe = new Scribe(tracer, 0);
        name = new ObjectName("org.underbase.htfs.test:type=Tracer,name=LiveControlTest");
        server.registerMBean(tracer.bean(), name);
    }

    @AfterEach
    void stop() throws Exception {
        tracer.close();
        server.unregisterMBean(name);
    }

    @Test
    void theControlFileTurnsRecordingOffAndOn() throws Exception {
        write(10);
        control("# quiet\n\nenabled=false\n");
        until(() -> !tracer.on());
        write(20);
        control("underbase.trace.enabled = true\n");
        until(tracer::on);
        write(30);
        control("enabled=false");
        until(() -> !tracer.on());
        Files.delete(dir.resolve("control"));
        until(tracer::on);
        write(40);

        assertThat(read()).isEqualTo(80);
    }

    @Test
    void jmxTurnsRecordingOffAndOn() throws Exception {
        write(10);
        set("On", false);
        assertThat(tracer.on()).isFalse();
        write(20);
        set("On", true);
        write(30);

        assertThat(read()).isEqualTo(40);
    }

    @Test
    void theControlFileAndJmxChangeTheSampling() throws Exception {
        control("sampling=0");
        until(() -> tracer.bean().getSampling() == 0);
        write(10);
        set("Sampling", 1.0);
        write(20);
        set("Sampling", 0.0);
        write(30);

        assertThat(read()).isEqualTo(20);
    }

    @Test
    void aCallThatEndsAfterItsFileLeftTheSampleIsNotRecorded() throws Exception {
        StreamRef stream = tracer.stream(tracer.newFile("/f"));
        ThreadTrace here = tracer.here();
        long start = here.enter(stream);
        assertThat(start).isNotEqualTo(ThreadTrace.SKIP);
        set("Sampling", 0.0);
        here.exit(start, Call.READ, stream, 0, 1, 1);
        here.exit(here.enter(), Call.GET_USED, null, null, 1, null, null, null);
        tracer.close();

        try (TraceReader reader = TraceReader.open(new Configuration(false), List.of(dir.toString()))) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.event().call()).isEqualTo(Call.GET_USED);
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void theSizeLimitStopsRecordingUntilItIsRaised() throws Exception {
        control("max.bytes=" + CAP + "\nlimit.action=stop");
        until(() -> tracer.bean().getMaxBytes() == CAP);
        until(() -> {
            write(200);
            return tracer.bean().getDroppedSizeCap() > 0;
        });
        assertThat(bytesOnDisk()).isLessThanOrEqualTo(CAP);
        long written = tracer.bean().getEventsWritten();

        set("MaxBytes", 1L << 30);
        until(() -> {
            write(200);
            return tracer.bean().getEventsWritten() > written;
        });

        long read = read();
        assertThat(lost).isEqualTo(report.drops().total());
        assertThat(report.drops().events(Drops.Cause.SIZE_CAP))
                .isEqualTo(tracer.bean().getDroppedSizeCap())
                .isEqualTo(scribe.done() - read);
    }

    @Test
    void theSizeLimitDeletesTheOldestSegments() throws Exception {
        set("MaxBytes", CAP);
        until(() -> {
            write(200);
            // Concurrent changes of the files would make the sum wrong.
            assertThat(tracer.flush()).isTrue();
            assertThat(bytesOnDisk()).isLessThanOrEqualTo(CAP);
            return tracer.bean().getSegmentsEvicted() > 3;
        });
        // A limit below the size of the current segment: that one is closed and deleted, too.
        set("MaxBytes", CAP / 8);
        long written = tracer.bean().getEventsWritten();
        until(() -> {
            write(200);
            return tracer.bean().getEventsWritten() > written + 2000;
        });
        assertThat(tracer.flush()).isTrue();
        assertThat(bytesOnDisk()).isLessThanOrEqualTo(CAP / 8);

        long read = read();
        assertThat(read + tracer.bean().getEventsEvicted() + report.drops().total())
                .isEqualTo(scribe.done());
    }

    @Test
    void twoProcessesInOneDirectoryShareTheSizeLimit() throws Exception {
        set("MaxBytes", CAP);
        set("LimitAction", "stop");
        write(200);
        assertThat(tracer.flush()).isTrue();
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), dir.toString());
        conf.set(TraceKeys.BLOCK_EVENTS.name(), "200");
        conf.set(TraceKeys.RING_FULL.name(), "block");
        conf.set(TraceKeys.RING_BLOCK_DEADLINE.name(), "1h");
        conf.set(TraceKeys.MAX_BYTES.name(), Long.toString(CAP));
        conf.set(TraceKeys.LIMIT_ACTION.name(), "stop");
        try (Tracer other = Tracer.start(conf)) {
            Scribe second = new Scribe(other, 0);
            until(() -> {
                for (int i = 0; i < 200; i++) {
                    second.write();
                }
                return other.bean().getDroppedSizeCap() > 0;
            });
            // This process detects it within seconds.
            until(() -> {
                write(200);
                return tracer.bean().getDroppedSizeCap() > 0;
            });
        }
        // The limit, plus blocks that each wrote before it detected those of the other, and two end marks.
        assertThat(bytesOnDisk()).isLessThan(2 * CAP);
    }

    @Test
    void anInvalidLineIsLoggedAndTheOthersTakeEffect() throws Exception {
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(Tracer.class));
        try {
            control("sampling=2\nno line\ndir=/elsewhere\nenabled=false\n");
            until(() -> !tracer.on());
        } finally {
            log.stopCapturing();
        }
        assertThat(tracer.bean().getSampling()).isEqualTo(1);
        assertThat(log.getOutput())
                .contains("invalid value '2' of underbase.trace.sampling: must be a number from 0.0 to 1.0")
                .contains("expected key=value: no line")
                .contains("underbase.trace.dir is not a live key")
                .contains("Ignoring a line of " + dir.resolve("control"));
        assertThatThrownBy(() -> set("Sampling", 2.0))
                .hasRootCauseMessage(
                        "invalid value '2.0' of underbase.trace.sampling: must be a number from 0.0 to 1.0");
    }

    @Test
    void aBinaryControlFileIsLoggedOnceAndChangesNothing() throws Exception {
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(Tracer.class));
        try {
            control("enabled=false");
            until(() -> !tracer.on());
            Files.delete(dir.resolve("control"));
            until(tracer::on);
            Files.createDirectory(dir.resolve("control"));
            until(() -> log.getOutput().contains("Cannot read " + dir.resolve("control")));
            assertThat(tracer.on()).isTrue();
        } finally {
            log.stopCapturing();
        }
    }

    @Test
    void eachCauseWhyTheControlFileCannotBeReadIsLogged() throws Exception {
        Path control = dir.resolve("control");
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(Tracer.class));
        try {
            Files.write(control, new byte[] {(byte) 0xff});
            until(() -> log.getOutput().contains("Cannot read " + control + ": it is not text in UTF-8;"));
            Files.setAttribute(control, "unix:mode", 0666);
            until(() -> log.getOutput()
                    .contains("Cannot read " + control + ": other users may write to it: chmod go-w " + control + ";"));
            Files.setAttribute(control, "unix:mode", 0600);
            control("sampling=0.5");
            until(() -> log.getOutput()
                    .contains(
                            "Trace settings changed by " + control + ": enabled=true, sampling=0.5, ring.full=block"));
        } finally {
            log.stopCapturing();
        }
    }

    @Test
    void theMetricsMatchTheTrace() throws Exception {
        write(150);
        until(() -> number("Events") == 150);
        assertThat(number("EventsWritten")).isZero();
        until(() -> number("LagMillis") > 0);
        assertThat(number("Rings")).isEqualTo(1);

        assertThat((boolean) server.invoke(name, "flush", new Object[0], new String[0]))
                .isTrue();
        assertThat(number("EventsWritten")).isEqualTo(150);
        assertThat(number("BlocksWritten")).isEqualTo(1);
        assertThat(number("BytesWritten")).isEqualTo(bytesOnDisk());
        until(() -> number("LagMillis") == 0);

        assertThat((boolean) server.invoke(name, "roll", new Object[0], new String[0]))
                .isTrue();
        write(1);
        assertThat(tracer.flush()).isTrue();
        assertThat(number("SegmentsBegun")).isEqualTo(2);
        assertThat(number("BytesWritten")).isEqualTo(bytesOnDisk());
        assertThat(number("DroppedRingFull") + number("DroppedWriteError") + number("DroppedSizeCap"))
                .isZero();
        assertThat(read()).isEqualTo(151);
        assertThat(report.complete()).isTrue();
    }

    private void write(int events) {
        for (int i = 0; i < events; i++) {
            scribe.write();
        }
    }

    private void control(String text) throws IOException {
        Files.writeString(dir.resolve("control"), text);
    }

    private static void until(Callable<Boolean> condition) {
        // The scribe's events have an order only within a thread.
        await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(60))
                .until(condition);
    }

    private void set(String attribute, Object value) throws Exception {
        server.setAttribute(name, new Attribute(attribute, value));
    }

    private long number(String attribute) throws Exception {
        return ((Number) server.getAttribute(name, attribute)).longValue();
    }

    private long bytesOnDisk() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(dir)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".ubtrace")).toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    /** Stops the recording, reads it and returns the number of events. */
    private long read() throws Exception {
        tracer.close();
        Scribe.Check check = new Scribe.Check(true);
        try (TraceReader reader = TraceReader.open(new Configuration(false), List.of(dir.toString()))) {
            while (reader.next()) {
                check.accept(reader.event());
            }
            report = reader.report();
        }
        lost = check.lost();
        return check.events();
    }
}
