package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.SegmentReader;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceReader;

/** The assignment of rings to threads, and the thread of an event. */
class RingsTest {
    private static final int POOL = 3;

    @TempDir
    Path dir;

    private final Configuration conf = new Configuration(false);
    private Tracer tracer;
    private StreamRef stream;

    @BeforeEach
    void start() {
        conf.set(TraceKeys.DIR.name(), dir.toString());
        conf.set(TraceKeys.DRAIN_INTERVAL.name(), "1h");
        tracer = Tracer.start(conf);
        stream = tracer.stream(tracer.newFile("/f"));
    }

    @AfterEach
    void stop() {
        tracer.close();
    }

    @Test
    void threadsWhoseThreadLocalsAreErasedKeepTheirRings() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(POOL);
        Set<Long> workers = new HashSet<>();
        try {
            for (int i = 0; i < 400; i++) {
                workers.add(pool.submit(() -> {
                            // A pool that erases thread-locals after each task makes the next task begin like this.
                            record(new ThreadTrace(tracer), 1);
                            return Thread.currentThread().getId();
                        })
                        .get());
            }
            assertThat(tracer.bean().getRings()).isEqualTo(workers.size()).isLessThanOrEqualTo(POOL);
        } finally {
            pool.shutdown();
        }
        assertThat(read()).hasSize(400).allMatch(event -> workers.contains(event.threadId()));
    }

    @Test
    void theRingsOfDeadThreadsAreReturned() throws Exception {
        for (int i = 0; i < 100; i++) {
            Thread thread = new Thread(() -> record(tracer.here(), 1));
            thread.start();
            thread.join();
        }
        assertThat(tracer.flush()).isTrue();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> tracer.flush() && tracer.bean().getRings() == 0);
        assertThat(tracer.bean().getRingBytes()).isZero();
        assertThat(read()).hasSize(100);
    }

    @Test
    void threadsBeyondTheLimitShareRings() throws Exception {
        tracer.close();
        conf.set(TraceKeys.RING_MAX.name(), "1");
        tracer = Tracer.start(conf);
        stream = tracer.stream(tracer.newFile("/f"));
        record(tracer.here(), 1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            threads.add(new Thread(() -> record(tracer.here(), 1000), "shared-" + i));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(tracer.bean().getRings()).isEqualTo(1);
        List<TraceEvent> events = read();
        assertThat(events).hasSize(10_001);
        for (Thread thread : threads) {
            assertThat(events)
                    .filteredOn(event -> event.thread().equals(thread.getName()))
                    .hasSize(1000)
                    .allMatch(event -> event.threadId() == thread.getId());
        }
    }

    @Test
    void anEventHasTheNameOfItsThreadAtTheCall() throws Exception {
        Thread thread = new Thread(
                () -> {
                    for (String name : List.of("first", "second", "first", "third")) {
                        Thread.currentThread().setName(name);
                        record(tracer.here(), 2);
                    }
                },
                "unused");
        thread.start();
        thread.join();
        List<TraceEvent> events = read();
        assertThat(events)
                .extracting(TraceEvent::thread)
                .containsExactly("first", "first", "second", "second", "first", "first", "third", "third");
        assertThat(events).allMatch(event -> event.threadId() == thread.getId());
    }

    @Test
    void aChangeOfTheSamplingSealsTheBlock() throws Exception {
        record(tracer.here(), 10);
        tracer.change(TraceKeys.SAMPLING.name(), "0.999999");
        await().atMost(Duration.ofSeconds(60)).until(() -> tracer.bean().getBlocksWritten() == 1);
        record(tracer.here(), 5);
        tracer.close();
        try (SegmentReader reader = TraceFiles.open(
                conf, TraceFiles.find(conf, List.of(dir.toString())).get(0))) {
            assertThat(reader.nextHeader().orElseThrow()).satisfies(block -> {
                assertThat(block.events()).isEqualTo(10);
                assertThat(block.sampling()).isEqualTo(1L << 32);
            });
            assertThat(reader.nextHeader().orElseThrow()).satisfies(block -> {
                assertThat(block.events()).isEqualTo(5);
                assertThat(block.sampling()).isLessThan(1L << 32);
            });
        }
    }

    private void record(ThreadTrace trace, int count) {
        for (int i = 0; i < count; i++) {
            trace.exit(trace.enter(stream), Call.WRITE, stream, i, 1, 1);
        }
    }

    private List<TraceEvent> read() throws Exception {
        tracer.close();
        List<TraceEvent> events = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(conf, List.of(dir.toString()))) {
            while (reader.next()) {
                events.add(reader.event().copy());
            }
            assertThat(reader.report().complete()).isTrue();
        }
        return events;
    }
}
