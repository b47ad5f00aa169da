package org.underbase.demo.compaction;

import org.underbase.demo.compaction.client.Answer;

/**
 * One compaction, measured.
 *
 * @param crossed bytes that crossed the nodes' links from node to node meanwhile, headers and heartbeats included
 * @param output bytes of the one store file that came out
 * @param rows that are read afterwards
 * @param crc of what is read, CRC32C
 */
public record Measured(long crossed, long output, long rows, long crc) {
    static Measured of(long crossed, Answer compacted, Answer read) {
        return new Measured(crossed, compacted.outputBytes(), read.rows(), read.crc());
    }

    /** How many times its output crossed the links. */
    double perOutput() {
        return (double) crossed / output;
    }

    boolean readsAs(Measured other) {
        return rows == other.rows && crc == other.crc;
    }
}
