package org.underbase.testbed.disk;

/**
 * Bytes that a disk read and wrote; {@code NodeDisk.bytes} defines the counters of each kind of disk.
 *
 * @param read bytes read from the disk
 * @param written bytes written to the disk
 */
public record DiskBytes(long read, long written) {
    /** No bytes. */
    public static final DiskBytes NONE = new DiskBytes(0, 0);

    /** Adds other bytes. */
    public DiskBytes plus(DiskBytes other) {
        return new DiskBytes(read + other.read, written + other.written);
    }

    /** Subtracts an earlier reading. */
    public DiskBytes minus(DiskBytes earlier) {
        return new DiskBytes(read - earlier.read, written - earlier.written);
    }
}
