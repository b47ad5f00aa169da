package org.underbase.analysis.truth;

import org.underbase.analysis.runs.Run;

/**
 * What DataNodes counted for sequential reads. The client asks for everything up to the end of the block, and a
 * DataNode counts a transfer when it has sent all of it, whether the client has read it or not; it counts nothing when
 * the client hangs up before that (DataXceiver.readBlock, Hadoop 3.4). What is left fits into the sockets' buffers or
 * does not: below {@link #SURELY_SENT} it does, above {@link #SURELY_CUT} it does not, between it depends. A seek that
 * skips at most {@link #SKIPPED} stays with the transfer (DFSInputStream.seek, BlockReaderRemote.available).
 */
final class SequentialReads {
    static final long SKIPPED = 128L << 10;
    static final long SURELY_SENT = 128L << 10;
    static final long SURELY_CUT = 8L << 20;
    private static final int CHUNK = SyncPositions.CHUNK;

    long rounding;
    long unread;
    long uncounted;
    long chunks;
    long doubtful;

    void add(Run run, long fileSize, long blockSize) {
        unread += run.end() - run.start() - run.bytes();
        long from = run.start();
        while (from < run.end()) {
            long blockEnd = Math.min(fileSize, (from / blockSize + 1) * blockSize);
            long to = Math.min(run.end(), blockEnd);
            transfer(from, to, blockEnd);
            from = to;
        }
    }

    private void transfer(long from, long to, long blockEnd) {
        long left = blockEnd - to;
        long chunkStart = from / CHUNK * CHUNK;
        long sent = TrafficPartial.chunks(chunkStart, blockEnd);
        if (left > SURELY_SENT) {
            uncounted += to - from;
            if (left < SURELY_CUT) {
                doubtful += blockEnd - chunkStart + sent * TrafficOperator.CHECKSUM;
            }
            return;
        }
        rounding += from - chunkStart;
        unread += left;
        chunks += sent;
    }
}
