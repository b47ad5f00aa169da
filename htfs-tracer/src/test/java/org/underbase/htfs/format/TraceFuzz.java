package org.underbase.htfs.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Fuzzer of the trace reader. It mutates valid traces: flips, cuts, inserts and zeroes bytes, repeats and mixes blocks,
 * grows lengths and changes payloads with recomputed CRCs, and adds columns that decompress to thousands of times their
 * size. The reader must hold these invariants:
 *
 * <ul>
 *   <li>It returns in time, within its memory limit, and throws nothing but {@link TraceFormatException}.
 *   <li>It returns only recorded events, each at most once and in order, unless a CRC was recomputed.
 *   <li>If it reports a complete trace, no event is missing.
 *   <li>It returns the events of each intact block.
 * </ul>
 */
public final class TraceFuzz {
    private static final int TRACES = 24;
    private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** Maximum allocation per block of an input, in bytes, over the whole read; it follows from the limits of the format. */
    private static final long MAX_ALLOCATED = 96L << 20;

    private final long seed;
    private final List<FuzzTrace> traces = new ArrayList<>();
    private volatile long input;
    private volatile long since = System.nanoTime();
    private Result result = Result.NONE;

    /**
     * Outcome counts.
     *
     * @param inputs number of inputs
     * @param complete inputs whose events were read as recorded
     * @param corrupt partly read inputs whose remainder was reported
     * @param rejected inputs rejected as no trace or as another version
     * @param undetectable inputs with a recomputed CRC
     * @param salvaged inputs that were also checked for the events of intact blocks
     * @param maxAllocated maximum heap allocation for one input, in bytes
     */
    public record Result(
            long inputs,
            long complete,
            long corrupt,
            long rejected,
            long undetectable,
            long salvaged,
            long maxAllocated) {
        /** Result for no input. */
        public static final Result NONE = new Result(0, 0, 0, 0, 0, 0, 0);

        /** Returns the sum of two results. */
        public Result plus(Result other) {
            return new Result(
                    inputs + other.inputs,
                    complete + other.complete,
                    corrupt + other.corrupt,
                    rejected + other.rejected,
                    undetectable + other.undetectable,
                    salvaged + other.salvaged,
                    Math.max(maxAllocated, other.maxAllocated));
        }
    }

    /** The events of a trace and the reader's report. */
    record Reading(List<TraceEvent> events, ReadReport report) {}

    /** @param seed seed of the inputs */
    public TraceFuzz(long seed) {
        this.seed = seed;
        try {
            for (int i = 0; i < TRACES; i++) {
                traces.add(FuzzTrace.of(seed * TRACES + i));
            }
        } catch (TraceFormatException e) {
            throw new UncheckedIOException("the reader rejects a valid trace, seed " + seed, e);
        }
    }

    /**
     * Reads a range of inputs.
     *
     * @param from first input
     * @param to end of the range, exclusive
     * @param progress called every second with the number of the current input
     * @return outcome counts
     * @throws AssertionError if the reader violates an invariant; the message contains seed and input
     */
    public Result run(long from, long to, LongConsumer progress) throws InterruptedException {
        Throwable[] failure = new Throwable[1];
        Thread worker = new Thread(() -> work(from, to), "trace-fuzz");
        worker.setUncaughtExceptionHandler((thread, e) -> failure[0] = e);
        worker.setDaemon(true);
        since = System.nanoTime();
        worker.start();
        while (worker.isAlive()) {
            worker.join(1000);
            progress.accept(input);
            if (worker.isAlive() && System.nanoTime() - since > MAX_NANOS) {
                AssertionError hangs = new AssertionError(name(input) + ": the reader does not return");
                hangs.setStackTrace(worker.getStackTrace());
                throw hangs;
            }
        }
        if (failure[0] != null) {
            throw new AssertionError(name(input) + ": " + failure[0], failure[0]);
        }
        return result;
    }

    private void work(long from, long to) {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (long i = from; i < to; i++) {
            input = i;
            since = System.nanoTime();
            FuzzMutation mutation = new FuzzMutation(traces, new SplittableRandom(seed * 1_000_003 + i));
            long before = threads.getCurrentThreadAllocatedBytes();
            Result one = one(mutation);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            require(
                    allocated <= MAX_ALLOCATED * (1 + mutation.headers()),
                    "reading allocated " + allocated + " bytes:" + mutation.story());
            result = result.plus(one).plus(new Result(0, 0, 0, 0, 0, 0, allocated));
        }
    }

    private static Result one(FuzzMutation mutation) {
        Reading reading;
        try {
            // After a recomputed CRC the events have no reference and can be very many: read them, but do not keep
            // them.
            reading = read(mutation.bytes(), !mutation.crcRecomputed());
        } catch (TraceFormatException e) {
            require(
                    !mutation.salvageable() || mutation.intact().isEmpty(),
                    "the trace has an intact block, but was rejected:" + mutation.story());
            return new Result(1, 0, 0, 1, 0, 0, 0);
        }
        if (mutation.crcRecomputed()) {
            return new Result(1, 0, 0, 0, 1, 0, 0);
        }
        boolean complete =
                mutation.sources().stream().anyMatch(trace -> reading.events().equals(trace.events()));
        ReadReport report = reading.report();
        require(
                complete || report.corruptRangeCount() > 0 || !report.unclosed().isEmpty(),
                "events are missing, but the reader reports nothing:" + mutation.story());
        require(
                recorded(reading.events(), mutation),
                "an event was never recorded, is out of order or is repeated:" + mutation.story() + " " + report);
        if (mutation.salvageable()) {
            require(
                    inOrder(mutation.intact(), reading.events()),
                    "the events of an intact block were not read:" + mutation.story() + " " + report);
        }
        int salvaged = mutation.salvageable() ? 1 : 0;
        return complete ? new Result(1, 1, 0, 0, 0, salvaged, 0) : new Result(1, 0, 1, 0, 0, salvaged, 0);
    }

    /** Whether the events are a subsequence of the events of one source. */
    private static boolean recorded(List<TraceEvent> events, FuzzMutation mutation) {
        return mutation.sources().stream().anyMatch(trace -> inOrder(events, trace.events()));
    }

    private static boolean inOrder(List<TraceEvent> events, List<TraceEvent> all) {
        int at = 0;
        for (TraceEvent event : events) {
            while (at < all.size() && !all.get(at).equals(event)) {
                at++;
            }
            if (at++ == all.size()) {
                return false;
            }
        }
        return true;
    }

    /** Reads all fields of all events of a segment in memory. */
    static Reading read(byte[] bytes) throws TraceFormatException {
        return read(bytes, true);
    }

    private static Reading read(byte[] bytes, boolean keep) throws TraceFormatException {
        List<TraceEvent> events = new ArrayList<>();
        try (SegmentReader reader = new SegmentReader("fuzz", SegmentInput.of(bytes), 0, bytes.length)) {
            for (Optional<BlockCursor> block = reader.next(); block.isPresent(); block = reader.next()) {
                while (block.get().next()) {
                    TraceEvent event = block.get().copy();
                    if (keep) {
                        events.add(event);
                    }
                }
            }
            return new Reading(events, reader.report());
        } catch (TraceFormatException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
    }

    private String name(long number) {
        return "seed " + seed + ", input " + number;
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalStateException(message);
        }
    }
}
