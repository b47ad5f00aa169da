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
 * Reads traces that were spoilt in every way we could think of: bytes flipped, cut, inserted, zeroed, blocks repeated and
 * mixed, lengths grown and payloads changed with CRCs made to match, columns that decompress to thousands of times their
 * size. The reader must return in time, within its bound of memory, with nothing but {@link TraceFormatException}; every
 * event it returns must be one that was recorded, in its order and once, unless a CRC was made to match; when it says that
 * all is there, all must be there; and every block of a trace that is still whole must be read.
 */
public final class TraceFuzz {
    private static final int TRACES = 24;
    private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** What reading may allocate for each block in an input, little of it at the same time: the limits of the format. */
    private static final long MAX_ALLOCATED = 96L << 20;

    private final long seed;
    private final List<FuzzTrace> traces = new ArrayList<>();
    private volatile long input;
    private volatile long since = System.nanoTime();
    private Result result = Result.NONE;

    /**
     * What became of the inputs.
     *
     * @param inputs how many there were
     * @param whole read as they were recorded, in spite of all
     * @param damaged read in part, and reported so
     * @param refused found to be no trace, or of another version
     * @param unnoticeable with a CRC that was made to match
     * @param salvaged how many of them were also checked for this: every block that is still whole is read
     * @param mostAllocated how many bytes of heap were allocated for one input at most
     */
    public record Result(
            long inputs, long whole, long damaged, long refused, long unnoticeable, long salvaged, long mostAllocated) {
        /** Of no input. */
        public static final Result NONE = new Result(0, 0, 0, 0, 0, 0, 0);

        /** Both together. */
        public Result plus(Result other) {
            return new Result(
                    inputs + other.inputs,
                    whole + other.whole,
                    damaged + other.damaged,
                    refused + other.refused,
                    unnoticeable + other.unnoticeable,
                    salvaged + other.salvaged,
                    Math.max(mostAllocated, other.mostAllocated));
        }
    }
    /** Events and what the reader says of them. */
    record Reading(List<TraceEvent> events, ReadReport report) {}

    /** @param seed the same seed makes the same inputs */
    public TraceFuzz(long seed) {
        this.seed = seed;
        try {
            for (int i = 0; i < TRACES; i++) {
                traces.add(FuzzTrace.of(seed * TRACES + i));
            }
        } catch (TraceFormatException e) {
            throw new UncheckedIOException("a valid trace is refused, seed " + seed, e);
        }
    }

    /**
     * Tries inputs {@code from} (included) to {@code to} (excluded).
     *
     * @param progress told the number of the input now and then
     * @throws AssertionError which names seed and input, when the reader does what it must not
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
                AssertionError hangs = new AssertionError(name(input) + ": the reader hangs");
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
            // Events that nobody can judge are looked at, but not kept: there can be very many.
            reading = read(mutation.bytes(), !mutation.crcMadeAgain());
        } catch (TraceFormatException e) {
            require(
                    !mutation.salvageable() || mutation.intact().isEmpty(),
                    "a block is whole, but the trace is refused:" + mutation.story());
            return new Result(1, 0, 0, 1, 0, 0, 0);
        }
        if (mutation.crcMadeAgain()) {
            return new Result(1, 0, 0, 0, 1, 0, 0);
        }
        boolean whole =
                mutation.sources().stream().anyMatch(trace -> reading.events().equals(trace.events()));
        ReadReport report = reading.report();
        require(
                whole || report.damages() > 0 || !report.unclosed().isEmpty(),
                "events are missing and the reader does not say so:" + mutation.story());
        require(
                recorded(reading.events(), mutation),
                "an event was never recorded, or comes out of order or twice:" + mutation.story() + " " + report);
        if (mutation.salvageable()) {
            require(
                    inOrder(mutation.intact(), reading.events()),
                    "a block is whole, but its events are not read:" + mutation.story() + " " + report);
        }
        int salvaged = mutation.salvageable() ? 1 : 0;
        return whole ? new Result(1, 1, 0, 0, 0, salvaged, 0) : new Result(1, 0, 1, 0, 0, salvaged, 0);
    }

    /** Whether the events are some of one trace, each at most as often as recorded, in the order recorded. */
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

    /** Reads a segment from memory to its end, every field of every event. */
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

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }
}
