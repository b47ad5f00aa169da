package org.underbase.demo.compaction;

import org.underbase.demo.compaction.client.Response;

/**
 * Measurement of one compaction.
 *
 * @param networkBytes bytes that crossed the links between the nodes during the compaction, including headers and heartbeats
 * @param outputBytes size of the output file, in bytes
 * @param rows number of rows read afterwards
 * @param crc CRC32C of the data read afterwards
 */
public record CompactionMeasurement(long networkBytes, long outputBytes, long rows, long crc) {
    static CompactionMeasurement of(long networkBytes, Response compacted, Response read) {
        return new CompactionMeasurement(networkBytes, compacted.outputBytes(), read.rows(), read.crc());
    }

    /** Returns the network bytes per byte of output. */
    double networkPerOutput() {
        return (double) networkBytes / outputBytes;
    }

    boolean hasSameData(CompactionMeasurement other) {
        return rows == other.rows && crc == other.crc;
    }
}
