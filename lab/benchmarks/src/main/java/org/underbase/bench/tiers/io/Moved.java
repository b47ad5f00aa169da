package org.underbase.bench.tiers.io;

/**
 * What a client, or all of them together, moved in the time that counts.
 *
 * @param bytes read or written
 * @param nanos the time that counted
 * @param local bytes from a DataNode on the reader's node
 * @param rack bytes from one in its rack
 * @param files that were begun, those cut short by the end of the time included
 * @param rates the sum of these files' own rates, bytes a second
 */
record Moved(long bytes, long nanos, long local, long rack, long files, double rates) {
    static final Moved NOTHING = new Moved(0, 0, 0, 0, 0, 0);

    /** Of two clients at the same time. */
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

    /** TestDFSIO's average I/O rate: the mean of the files' own rates, bytes a second. */
    double averageRate() {
        return files == 0 ? 0 : rates / files;
    }
}
