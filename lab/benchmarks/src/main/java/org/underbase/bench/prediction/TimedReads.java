package org.underbase.bench.prediction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.underbase.bench.combinedlog.load.Concurrently;
import org.underbase.bench.combinedlog.load.OpenLoop;

/**
 * Execution of a schedule in an open loop: reads begin at their times, whether earlier ones have ended or not, as long as
 * there are threads.
 */
final class TimedReads {
    private static final int THREADS = 48;

    private final List<TimedRead> reads;
    private final long[] started;
    private final long[] ended;

    private TimedReads(List<TimedRead> reads) {
        this.reads = reads;
        this.started = new long[reads.size()];
        this.ended = new long[reads.size()];
    }

    /** Read of bytes. */
    @FunctionalInterface
    interface Reader {
        void read(TimedRead read) throws IOException;
    }

    /**
     * Executes a schedule.
     *
     * @param reads reads in the order of their times
     * @param reader reader, called by many threads
     */
    static TimedReads run(List<TimedRead> reads, Reader reader) throws IOException, InterruptedException {
        TimedReads result = new TimedReads(reads);
        AtomicInteger next = new AtomicInteger();
        List<Callable<Void>> threads = new ArrayList<>();
        long begin = System.nanoTime();
        for (int i = 0; i < THREADS; i++) {
            threads.add(() -> {
                for (int read = next.getAndIncrement(); read < reads.size(); read = next.getAndIncrement()) {
                    result.read(read, begin, reader);
                }
                return null;
            });
        }
        Concurrently.run(threads);
        return result;
    }

    private void read(int index, long begin, Reader reader) throws IOException, InterruptedException {
        OpenLoop.await(begin + reads.get(index).dueNanos());
        started[index] = System.nanoTime() - begin;
        reader.read(reads.get(index));
        ended[index] = System.nanoTime() - begin;
    }

    /** Returns the start of a read, in nanoseconds after the start of the schedule. */
    long started(int read) {
        return started[read];
    }

    /** Returns the times from the starts of all reads to their ends, in nanoseconds. */
    List<Long> nanos() {
        return nanos(read -> started[read]);
    }

    /** Returns the times from the scheduled starts of all reads to their ends, in nanoseconds. */
    List<Long> nanosSinceDue() {
        return nanos(read -> reads.get(read).dueNanos());
    }

    private List<Long> nanos(IntToLongFunction start) {
        return IntStream.range(0, ended.length)
                .mapToObj(read -> ended[read] - start.applyAsLong(read))
                .toList();
    }
}
