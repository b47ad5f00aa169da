package org.underbase.analysis.access;

/** Exact history of the bytes of one file: how often each was read, and by which I/O it was accessed. */
public final class RangeHistory {
    /** Bits of the kinds of I/O that accessed a byte. */
    public static final int CORE_READ = 1;

    public static final int OTHER_READ = 2;
    public static final int CORE_WRITE = 4;
    public static final int OTHER_WRITE = 8;
    public static final int READ = CORE_READ | OTHER_READ;
    public static final int WRITE = CORE_WRITE | OTHER_WRITE;

    private final Coverage coreReads = new Coverage();
    private final Coverage otherReads = new Coverage();
    private final Coverage coreWrites = new Coverage();
    private final Coverage otherWrites = new Coverage();
    /** Bytes that a truncate removed. */
    private final ByteSums removed = new ByteSums();
    /** All other bytes; null until they are needed. Several figures need them. */
    private ByteSums live;

    private long end;

    /** Receiver of bytes with one history. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Receives the bytes with one history.
         *
         * @param bytes number of bytes
         * @param reads how often each was read
         * @param coreReads how often each was read to serve requests
         * @param io kinds of I/O that accessed them
         * @param live whether they are in the file, not truncated
         */
        void add(long bytes, long reads, long coreReads, int io, boolean live);
    }

    /** Adds a read of a range. */
    void read(long from, long to, boolean core) {
        (core ? coreReads : otherReads).add(from, to);
        live = null;
        end = Math.max(end, to);
    }

    /** Adds a write of a range. */
    void write(long from, long to, boolean core) {
        (core ? coreWrites : otherWrites).add(from, to);
        live = null;
        end = Math.max(end, to);
    }

    /** Removes the bytes from a length on; bytes at their offsets are new ones. */
    void truncate(long length) {
        if (length >= end) {
            return;
        }
        sweep(length, removed);
        live = null;
        coreReads.truncate(length);
        otherReads.truncate(length);
        coreWrites.truncate(length);
        otherWrites.truncate(length);
        end = length;
    }

    /** Passes all bytes that an access touched, those with one history together. */
    public void forEach(Sink sink) {
        if (live == null) {
            live = new ByteSums();
            sweep(0, live);
        }
        removed.forEach(sink, false);
        live.forEach(sink, true);
    }

    private void sweep(long from, ByteSums sums) {
        coreReads.begin();
        otherReads.begin();
        coreWrites.begin();
        otherWrites.begin();
        for (long at = from; ; ) {
            long next = Math.min(
                    Math.min(coreReads.next(), otherReads.next()), Math.min(coreWrites.next(), otherWrites.next()));
            long core = coreReads.count();
            long reads = core + otherReads.count();
            int io = (core > 0 ? CORE_READ : 0)
                    | (reads > core ? OTHER_READ : 0)
                    | (coreWrites.count() > 0 ? CORE_WRITE : 0)
                    | (otherWrites.count() > 0 ? OTHER_WRITE : 0);
            if (io != 0 && next > at) {
                sums.add(next - at, reads, core, io);
            }
            if (next == Long.MAX_VALUE) {
                return;
            }
            coreReads.pass(next);
            otherReads.pass(next);
            coreWrites.pass(next);
            otherWrites.pass(next);
            at = Math.max(at, next);
        }
    }
}
