package org.underbase.analysis.reconcile;

import org.underbase.analysis.runs.Run;

/**
 * What DataNodes counted for sequential reads. The client asks for everything up to the end of the block; the DataNode
 * counts a transfer once it has sent all of it and nothing of one that fails because the client hung up (DataXceiver
 * .readBlock, Hadoop 3.4). So a transfer that was read to its end is counted. One that was not was either sent
 * to its end all the same, because the rest fitted into the sockets' buffers, or it was not: below {@link #LIKELY_SENT}
 * it most likely was, above {@link #SURELY_CUT} it was not, and below that both may be. A seek that skips at most {@link
 * #SKIPPED} stays with the transfer (DFSInputStream.seek, BlockReaderRemote.available).
 */
final class SequentialReads {
    static final long SKIPPED = 128L << 10;
    static final long LIKELY_SENT = 128L << 10;
    static final long SURELY_CUT = 8L << 20;
    private static final int CHUNK = SyncPositions.CHUNK;

    long rounding;
    long unread;
    long uncounted;
    long chunks;
    /** Counted above, but perhaps not by the DataNode. */
    long uncertaintyLow;
    /** Not counted above, but perhaps by the DataNode. */
    long uncertaintyHigh;

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
        long all = blockEnd - chunkStart + sent * TrafficFigure.CHECKSUM;
        if (left > LIKELY_SENT) {
            uncounted += to - from;
            uncertaintyHigh += left < SURELY_CUT ? all : 0;
            return;
        }
        rounding += from - chunkStart;
        unread += left;
        chunks += sent;
        uncertaintyLow += left > 0 ? all : 0;
    }
}
