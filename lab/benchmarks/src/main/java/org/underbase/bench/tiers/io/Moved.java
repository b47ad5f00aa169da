package org.underbase.bench.tiers.io;

/**
 * Transfers of one or all clients in the measured time.
 *
 * @param bytes bytes read or written
 * @param nanos measured time, in nanoseconds
 * @param local bytes from a DataNode on the reader's node
 * @param rack bytes from another DataNode on the reader's rack
 * @param files number of started files, including those truncated by the end of the time
 * @param rates sum of these files' rates, in bytes per second
 */
record Moved(long bytes, long nanos, long local, long rack, long files, double rates) {
    static final Moved NONE = new Moved(0, 0, 0, 0, 0, 0);

    /** Adds the transfers of a concurrent client. */
    Moved and(Moved other) {
        return new Moved(
                bytes + other.bytes,
                Math.max(nanos, other.nanos),
                local + other.local,
                rack + other.rack,
                files + other.files,
                rates + other.rates);
    }

    double bytesPerSecond() {
        return bytes * 1e9 / nanos;
    }

    /** Returns TestDFSIO's average I/O rate: the mean of the files' rates, in bytes per second. */
    double averageRate() {
        return files == 0 ? 0 : rates / files;
    }
}
