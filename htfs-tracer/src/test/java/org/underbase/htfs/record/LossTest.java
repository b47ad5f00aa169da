package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.Loss;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceReader;

/** Bursts, and stores that hang, fail or are full: each call is an event, a part of a series, or a counted loss. */
class LossTest {
    private static final int BURST = 1_000_000;
    private static final int THREADS = 4;

    @TempDir
    Path dir;

    private final Configuration conf = new Configuration(false);
    private TestStore store;
    private TracerMXBean bean;

    // Contents of the trace.
    private long events;
    private long calls;
    private long bytes;
    private long series;
    private final List<TraceEvent> lost = new ArrayList<>();
    private ReadReport report;

    private Tracer start(TestStore.Mode mode) {
        conf.set(TraceKeys.DIR.name(), dir.toString());
        Tracer tracer = Tracer.start(conf, real -> store = new TestStore(real, mode));
        bean = tracer.bean();
        return tracer;
    }

    /** Starts a tracer whose memory was scarce during a burst, because its store hung. */
    private Tracer startWithScarceMemory() {
        conf.set(TraceKeys.RING_BYTES.name(), "1m");
        conf.set(TraceKeys.BLOCK_EVENTS.name(), "100");
        Tracer tracer = start(TestStore.Mode.HANGS);
        StreamRef stream = tracer.stream(tracer.newFile("/wal"));
        for (int i = 0; i < BURST; i++) {
            read(tracer, stream, i, 1);
        }
        store.mode(TestStore.Mode.WRITES);
        return tracer;
    }

    @Test
    void aBurstWhileNothingIsWrittenLosesNothing() throws Exception {
        conf.set(TraceKeys.RING_BYTES.name(), "64m");
        conf.set(TraceKeys.RING_FULL.name(), "drop");
        try (Tracer tracer = start(TestStore.Mode.HANGS)) {
            StreamRef stream = tracer.stream(tracer.newFile("/f"));
            for (int i = 0; i < BURST; i++) {
                read(tracer, stream, i, 1);
            }
            assertThat(bean.getEventsWritten()).isZero();
            store.mode(TestStore.Mode.WRITES);
            // One flush waits 20 s.
            until(tracer::flush);
        }
        read();
        assertThat(events).isEqualTo(BURST);
        assertThat(series).isZero();
        assertThat(bytes).isEqualTo(BURST);
        assertThat(report.complete()).isTrue();
    }

    @Test
    void smallReadsAreCollapsedWhileMemoryIsScarceWithoutLosingBytes() throws Exception {
        try (Tracer tracer = startWithScarceMemory()) {
            assertThat(tracer.flush()).isTrue();
            // The drainer may hold the start of the series since the store hung; a flush writes the rest, too.
            assertThat(bean.getEventsWritten() + bean.getCollapsed()).isEqualTo(BURST);
            assertThat(bean.getCollapsed()).isPositive();
            assertThat(bean.getRingBytesPeak()).isBetween(1L << 19, 1L << 20);
        }
        read();
        assertThat(calls).isEqualTo(BURST);
        assertThat(bytes).isEqualTo(BURST);
        assertThat(series).isPositive();
        assertThat(events + bean.getCollapsed()).isEqualTo(BURST);
        assertThat(report.complete()).isTrue();
    }

    @Test
    void theEndOfTheTracerWritesTheSeriesThatItsReadersContinue() throws Exception {
        startWithScarceMemory().close();
        read();
        assertThat(calls).isEqualTo(BURST);
        assertThat(bytes).isEqualTo(BURST);
        assertThat(report.complete()).isTrue();
    }

    /** Without another event nothing else would show that the disk works again. */
    @Test
    void aSegmentThatCannotBeClosedIsClosedLater() throws Exception {
        try (Tracer tracer = start(TestStore.Mode.CANNOT_END)) {
            read(tracer, tracer.stream(tracer.newFile("/f")), 0, 1);
            assertThat(tracer.roll()).isFalse();
            assertThat(bean.getWriteFailure()).contains("injected failure");
            assertThat(tracer.flush()).isFalse();
            store.mode(TestStore.Mode.WRITES);
            until(() -> bean.getWriteFailure().isEmpty());
            assertThat(bean.isFailing()).isFalse();
            assertThat(tracer.flush()).isTrue();
        }
        read();
        assertThat(events).isEqualTo(1);
        assertThat(report.complete()).isTrue();
    }

    @Test
    void eachCallIsAnEventOrCollapsedOrLostByThreadAndKind() throws Exception {
        conf.set(TraceKeys.RING_BYTES.name(), "400k");
        conf.set(TraceKeys.BLOCK_EVENTS.name(), "500");
        int each = 30_000;
        try (Tracer tracer = start(TestStore.Mode.HANGS)) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                StreamRef stream = tracer.stream(tracer.newFile("/f" + t));
                threads.add(new Thread(() -> mixed(tracer, stream, each), "caller-" + t));
            }
            threads.forEach(Thread::start);
            until(() -> bean.getRingBytes() > 350_000);
            store.mode(TestStore.Mode.FAILS);
            until(() -> bean.getWriteErrors() > 0);
            for (Thread thread : threads) {
                thread.join();
            }
            store.mode(TestStore.Mode.WRITES);
            until(tracer::flush);
        }
        read();
        Drops drops = report.drops();
        assertThat(drops.total()).as("%s", drops).isPositive();
        assertThat(calls + drops.total()).isEqualTo((long) THREADS * each);
        assertThat(events + bean.getCollapsed() + drops.total()).isEqualTo((long) THREADS * each);
        assertThat(bytes + drops.totalBytes()).isEqualTo(THREADS * movedBy(each));
        assertThat(lost).allMatch(event -> event.thread().startsWith("caller-") && event.threadId() > 0);
        assertThat(lost.stream().mapToLong(TraceEvent::length).sum()).isEqualTo(drops.total());
        assertThat(lost.stream().mapToLong(TraceEvent::result).sum()).isEqualTo(drops.totalBytes());
        assertThat(bean.getLostBytes()).isEqualTo(drops.totalBytes());
    }

    @Test
    void aBlockThatIsDroppedLeavesItsLossesInALaterOne() throws Exception {
        conf.set(TraceKeys.RING_FULL.name(), "drop");
        try (Tracer tracer = start(TestStore.Mode.IS_FULL)) {
            StreamRef stream = tracer.stream(tracer.newFile("/f"));
            mixed(tracer, stream, 300);
            assertThat(tracer.flush()).isTrue();
            assertThat(bean.getDroppedSizeCap()).isEqualTo(300);
            mixed(tracer, stream, 3);
            assertThat(tracer.flush()).isTrue();
            assertThat(bean.getDroppedSizeCap()).isEqualTo(303);
            store.mode(TestStore.Mode.WRITES);
            mixed(tracer, stream, 3);
        }
        read();
        assertThat(events).isEqualTo(3);
        assertThat(report.drops()).isEqualTo(Drops.NONE.with(Drops.Cause.SIZE_CAP, 303, movedBy(300) + movedBy(3)));
        assertThat(lost)
                .extracting(Loss::of)
                .containsExactlyInAnyOrder(
                        new Loss(Call.Kind.READ, Drops.Cause.SIZE_CAP),
                        new Loss(Call.Kind.WRITE, Drops.Cause.SIZE_CAP),
                        new Loss(Call.Kind.STREAM, Drops.Cause.SIZE_CAP));
        assertThat(lost).extracting(TraceEvent::length).containsOnly(101L);
        assertThat(lost)
                .extracting(TraceEvent::thread)
                .containsOnly(Thread.currentThread().getName());
    }

    @Test
    void theLossesOfDeletedSegmentsAreInALaterHeader() throws Exception {
        conf.set(TraceKeys.MAX_SEGMENTS.name(), "2");
        Drops drops;
        try (Tracer tracer = start(TestStore.Mode.IS_FULL)) {
            StreamRef stream = tracer.stream(tracer.newFile("/f"));
            mixed(tracer, stream, 300);
            assertThat(tracer.flush()).isTrue();
            store.mode(TestStore.Mode.WRITES);
            // The header that has the losses of a deleted segment is deleted, too.
            until(() -> {
                mixed(tracer, stream, 3);
                return tracer.roll() && bean.getSegmentsEvicted() >= 3;
            });
            drops = tracer.metrics().drops();
        }
        read();
        assertThat(drops.events(Drops.Cause.SIZE_CAP)).isGreaterThanOrEqualTo(300);
        assertThat(report.drops()).isEqualTo(drops);
    }

    @Test
    void aCallIsNotDelayedByAHungStoreForEver() throws Exception {
        conf.set(TraceKeys.RING_BYTES.name(), "400k");
        conf.set(TraceKeys.BLOCK_EVENTS.name(), "100");
        conf.set(TraceKeys.RING_FULL.name(), "block");
        conf.set(TraceKeys.RING_BLOCK_DEADLINE.name(), "30ms");
        try (Tracer tracer = start(TestStore.Mode.HANGS)) {
            StreamRef stream = tracer.stream(tracer.newFile("/f"));
            // BackpressureTest checks the length of the waits.
            mixed(tracer, stream, 30_000);
            assertThat(bean.getLongestWaitMicros()).isGreaterThanOrEqualTo(30_000);
            store.mode(TestStore.Mode.WRITES);
            until(tracer::flush);
        }
        read();
        assertThat(report.drops().events(Drops.Cause.DEADLINE))
                .isEqualTo(report.drops().total())
                .isPositive();
        assertThat(events + report.drops().total()).isEqualTo(30_000);
    }

    @Test
    void aBugInTheWriterEndsTheRecordingAndCountsTheEvents() throws Exception {
        try (Tracer tracer = start(TestStore.Mode.BREAKS)) {
            StreamRef stream = tracer.stream(tracer.newFile("/f"));
            mixed(tracer, stream, 300);
            assertThat(tracer.flush()).isFalse();
            assertThat(tracer.on()).isFalse();
            assertThat(tracer.flush()).isFalse();
            until(() -> bean.getLostEvents().get(Drops.Cause.FAILURE.label()) == 300);
        }
    }

    /** Records calls of three kinds in turn. */
    private static void mixed(Tracer tracer, StreamRef stream, int count) {
        for (int i = 0; i < count; i++) {
            ThreadTrace here = tracer.here();
            switch (i % 3) {
                case 0 -> read(tracer, stream, i, 1);
                case 1 -> here.exit(here.enter(stream), Call.WRITE, stream, i, 10, 10);
                default -> here.exit(here.enter(stream), Call.SEEK, stream, i, -1, 0);
            }
        }
    }

    /** Returns the number of bytes that {@link #mixed} moves. */
    private static long movedBy(int count) {
        return count / 3 * 11L;
    }

    private static void read(Tracer tracer, StreamRef stream, long offset, int length) {
        ThreadTrace here = tracer.here();
        here.exit(here.enter(stream), Call.READ, stream, offset, length, length);
    }

    private static void until(Callable<Boolean> condition) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofMinutes(5))
                .until(condition);
    }

    private void read() throws Exception {
        try (TraceReader reader = TraceReader.open(new Configuration(false), List.of(dir.toString()))) {
            while (reader.next()) {
                TraceEvent event = reader.event();
                calls += event.calls();
                if (event.call() == Call.LOST) {
                    lost.add(event.copy());
                } else {
                    events++;
                    series += event.call() == Call.READ_SERIES ? 1 : 0;
                    bytes += Call.moves(event.call().code()) ? event.result() : 0;
                }
            }
            report = reader.report();
        }
        assertThat(report.corruptRangeCount()).isZero();
    }
}
