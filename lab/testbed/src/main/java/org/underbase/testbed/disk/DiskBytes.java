package org.underbase.testbed.disk;

/**
 * Bytes that a disk moved. What is counted depends on the disk, see {@code NodeDisk.bytes}.
 *
 * @param read from the disk
 * @param written to the disk
 */
public record DiskBytes(long read, long written) {
    public static final DiskBytes NONE = new DiskBytes(0, 0);

    public DiskBytes plus(DiskBytes other) {
        return new DiskBytes(read + other.read, written + other.written);
    }

    /** What was moved since an earlier reading. */
    public DiskBytes minus(DiskBytes earlier) {
        return new DiskBytes(read - earlier.read, written - earlier.written);
    }
}
