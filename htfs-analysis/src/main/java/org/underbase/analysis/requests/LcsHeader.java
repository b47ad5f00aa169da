package org.underbase.analysis.requests;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Header of a file in libCacheSim's format lcs: magic, version, statistics and the magic again, all little-endian. Of the
 * statistics, the popularity of the objects and the times to live are 0, as in files of older writers.
 *
 * @param records number of requests
 * @param reads number of those that read
 * @param objects number of distinct objects
 * @param objectBytes size of an object, in bytes
 * @param seconds time of the last request
 * @param tenants number of distinct tenants
 */
record LcsHeader(long records, long reads, long objects, long objectBytes, long seconds, int tenants) {
    static final int BYTES = 8192;
    private static final long MAGIC = 0x123456789ABCDEF0L;
    private static final long VERSION = 2;
    private static final long STATISTICS_VERSION = 1;
    private static final int SIZES_RATIO = 240;
    private static final int TENANTS = 568;

    ByteBuffer bytes() {
        ByteBuffer header = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(MAGIC).putLong(VERSION).putLong(STATISTICS_VERSION);
        header.putLong(records).putLong(objects);
        header.putLong(records * objectBytes).putLong(objects * objectBytes);
        // The first and the last time, in seconds, then the numbers of reads, writes and deletions.
        header.putLong(0).putLong(seconds);
        header.putLong(reads).putLong(records - reads).putLong(0);
        // The smallest, the largest and the most common size, and its share.
        header.putLong(objectBytes).putLong(objectBytes).putLong(objectBytes);
        header.putFloat(SIZES_RATIO, 1);
        header.putInt(TENANTS, tenants);
        header.putLong(BYTES - Long.BYTES, MAGIC);
        return header.rewind();
    }
}
