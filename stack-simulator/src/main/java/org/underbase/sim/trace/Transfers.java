package org.underbase.sim.trace;

import java.util.HashMap;
import java.util.Map;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/**
 * Bytes that a DataNode reads for the reads of clients. A positional read transfers whole chunks. A sequential read requests all
 * bytes to the end of the block: the DataNode sends until the buffers of the connection are full, and continues while
 * the client reads.
 */
final class Transfers {
    static final int CHUNK = 512;
    /** Bytes that fit into the buffers of the connection. */
    static final long AHEAD = 128L << 10;
    /** Bytes that a seek may skip without ending the transfer. */
    private static final long SKIPPED = 128L << 10;

    private final long defaultBlock;
    private final Map<Stream, Transfer> open = new HashMap<>();

    Transfers(long defaultBlock) {
        this.defaultBlock = defaultBlock;
    }

    private record Stream(int process, long id) {}

    /**
     * Transfer of one stream.
     *
     * @param position end of the client's last read
     * @param sent end of the bytes that the DataNode read
     */
    private record Transfer(long position, long sent) {}

    /**
     * Range of bytes.
     *
     * @param from first byte
     * @param to end; at most {@code from} if the range is empty
     */
    record Range(long from, long to) {}

    /** Returns the bytes that the DataNode reads for a call. */
    Range read(TraceEvent event, int process, FileFacts file) {
        long from = event.offset();
        long to = from + event.result();
        if (!isSequential(event.eachCall())) {
            return new Range(from / CHUNK * CHUNK, Math.min(file.extent(), roundUp(to)));
        }
        Stream stream = new Stream(process, event.streamId());
        Transfer last = open.get(stream);
        boolean continues = last != null && from >= last.position() && from - last.position() <= SKIPPED;
        long block = file.blockSize() > 0 ? file.blockSize() : defaultBlock;
        long blockEnd = Math.min(file.extent(), ((to - 1) / block + 1) * block);
        long sent = Math.min(blockEnd, roundUp(to + AHEAD));
        long start = continues ? last.sent() : from / CHUNK * CHUNK;
        open.put(stream, new Transfer(to, Math.max(start, sent)));
        return new Range(start, sent);
    }

    /** Ends the transfer of a stream. */
    void end(int process, long stream) {
        open.remove(new Stream(process, stream));
    }

    static long roundUp(long bytes) {
        return (bytes + CHUNK - 1) / CHUNK * CHUNK;
    }

    private static boolean isSequential(Call call) {
        return call == Call.READ || call == Call.READ_BYTE_BUFFER || call == Call.READ_ZERO_COPY;
    }
}
