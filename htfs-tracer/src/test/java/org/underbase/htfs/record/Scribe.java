package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/** Writer of events that are computed from a number, so that a reader detects gaps, copies and wrong values. */
final class Scribe {
    private static final int PAUSE_EVERY = 100;
    private static final long PAUSE_NANOS = 500_000;

    private final Tracer tracer;
    private final StreamRef stream;
    private final AtomicLong done = new AtomicLong();

    Scribe(Tracer tracer, int number) {
        this.tracer = tracer;
        this.stream = tracer.stream(tracer.newFile("/scribe/" + number));
    }

    /** Returns the number of recorded events. */
    long done() {
        return done.get();
    }

    /** Records the next event. */
    void write() {
        long n = done.get();
        ThreadTrace here = tracer.here();
        if (n % 97 == 0) {
            here.exit(
                    here.enter(stream),
                    Call.WRITE,
                    stream,
                    n,
                    length(n),
                    result(n),
                    new EOFException("x"),
                    "n=" + n,
                    n);
        } else {
            here.exit(here.enter(stream), Call.WRITE, stream, n, length(n), result(n));
        }
        done.set(n + 1);
    }

    private static long length(long n) {
        return (n * 0x9E3779B97F4A7C15L) >>> 44;
    }

    private static long result(long n) {
        return (n * 0xC2B2AE3D27D4EB4FL) >>> 50;
    }

    /** Check of the events of one process's scribes. */
    static final class Check {
        private final Map<String, Long> next = new TreeMap<>();
        private final boolean gaps;
        private long events;
        private long lost;

        Check() {
            this(false);
        }

        /** @param gaps whether events may be missing; copies and a wrong order are never allowed */
        Check(boolean gaps) {
            this.gaps = gaps;
        }

        /** Checks the next event: it must follow the previous one of its scribe and have the recorded fields. */
        void accept(TraceEvent event) {
            if (event.call() == Call.LOST) {
                lost += event.length();
                return;
            }
            long least = next.getOrDefault(event.path(), 0L);
            long n = gaps ? event.offset() : least;
            assertThat(event.offset())
                    .as("%s: %s", event.path(), event)
                    .isEqualTo(n)
                    .isGreaterThanOrEqualTo(least);
            events++;
            assertThat(event.call()).isEqualTo(Call.WRITE);
            assertThat(event.length()).isEqualTo(length(n));
            assertThat(event.result()).isEqualTo(result(n));
            assertThat(event.detail()).isEqualTo(n % 97 == 0 ? "n=" + n : "");
            assertThat(event.exception()).isEqualTo(n % 97 == 0 ? "java.io.EOFException" : "");
            assertThat(event.group()).isEqualTo(n % 97 == 0 ? n : -1);
            next.put(event.path(), n + 1);
        }

        /** Returns the number after the last event of a scribe. */
        long events(int number) {
            return next.getOrDefault("/scribe/" + number, 0L);
        }

        /** Returns the number of lost calls, by the events {@code lost}. */
        long lost() {
            return lost;
        }

        /** Returns the number of events of all scribes. */
        long events() {
            return events;
        }
    }

    /**
     * Records until the process is killed. Each line contains the number of events of each scribe on disk.
     *
     * @param args directory, number of scribes
     */
    public static void main(String[] args) {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), args[0]);
        conf.set(TraceKeys.RING_FULL.name(), "block");
        conf.set(TraceKeys.RING_BLOCK_DEADLINE.name(), "1h");
        // A flush writes everything before it: little memory keeps that short.
        conf.set(TraceKeys.RING_BYTES.name(), "400k");
        conf.set(TraceKeys.DRAIN_INTERVAL.name(), "2ms");
        conf.set(TraceKeys.BLOCK_INTERVAL.name(), "5ms");
        conf.set(TraceKeys.BLOCK_EVENTS.name(), "300");
        conf.set(TraceKeys.SEGMENT_BYTES.name(), "64k");
        conf.set(TraceKeys.MIN_FREE.name(), "0");
        Tracer tracer = Tracer.start(conf);
        Scribe[] scribes = new Scribe[Integer.parseInt(args[1])];
        for (int i = 0; i < scribes.length; i++) {
            Scribe scribe = new Scribe(tracer, i);
            scribes[i] = scribe;
            Thread thread = new Thread(() -> forEver(scribe), "scribe-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        while (true) {
            StringBuilder counts = new StringBuilder("on disk");
            for (Scribe scribe : scribes) {
                counts.append(' ').append(scribe.done());
            }
            if (!tracer.flush()) {
                throw new IllegalStateException("flush failed");
            }
            System.out.println(counts);
            System.out.flush();
        }
    }

    private static void forEver(Scribe scribe) {
        while (true) {
            for (int i = 0; i < PAUSE_EVERY; i++) {
                scribe.write();
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
