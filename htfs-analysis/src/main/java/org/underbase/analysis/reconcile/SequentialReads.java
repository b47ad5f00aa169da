package org.underbase.analysis.reconcile;

import java.io.IOException;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.runs.Run;

/**
 * Bytes that DataNodes counted for sequential reads. The client requests all bytes up to the end of the block. The DataNode
 * counts a transfer when it has sent all of it, and counts no bytes if the client closes the connection earlier
 * (DataXceiver.readBlock, Hadoop 3.4). Therefore a transfer that was read to its end is counted. The remainder of another
 * transfer may nevertheless have fitted into the socket buffers: below {@link #LIKELY_SENT} bytes it most likely did, above
 * {@link #SURELY_CUT} it did not, and between them both are possible. A seek that skips at most {@link #SKIPPED} bytes does
 * not end the transfer (DFSInputStream.seek, BlockReaderRemote.available).
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
    /** Bytes counted above, but possibly not by the DataNode. */
    long uncertaintyLow;
    /** Bytes not counted above, but possibly by the DataNode. */
    long uncertaintyHigh;

    /**
     * Adds the transfers of a run.
     *
     * @param run reads that continue each other
     * @param fileSize size of the file, in bytes
     * @param blockSize size of its blocks in bytes, a multiple of the size of a chunk
     */
    void add(Run run, long fileSize, long blockSize) {
        unread += run.end() - run.start() - run.bytes();
        long from = run.start();
        while (from < run.end()) {
            long whole = from % blockSize == 0 ? (Math.min(run.end(), fileSize) - from) / blockSize : 0;
            if (whole > 1) {
                // They are sent and counted completely. One by one, a forged run would take for ever.
                chunks += whole * (blockSize / CHUNK);
                from += whole * blockSize;
                continue;
            }
            long blockEnd = Math.min(fileSize, (from / blockSize + 1) * blockSize);
            long to = Math.min(run.end(), blockEnd);
            transfer(from, to, blockEnd);
            from = to;
        }
    }

    void transfer(Fields fields) throws IOException {
        rounding = fields.number(rounding);
        unread = fields.number(unread);
        uncounted = fields.number(uncounted);
        chunks = fields.number(chunks);
        uncertaintyLow = fields.number(uncertaintyLow);
        uncertaintyHigh = fields.number(uncertaintyHigh);
    }

    /** Adds the bytes of other runs. */
    void add(SequentialReads other) {
        rounding += other.rounding;
        unread += other.unread;
        uncounted += other.uncounted;
        chunks += other.chunks;
        uncertaintyLow += other.uncertaintyLow;
        uncertaintyHigh += other.uncertaintyHigh;
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
