package org.underbase.localcompact.hdfs;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.util.DataChecksum;

/**
 * Buffer for the bytes of the next packet. Each packet starts at a chunk boundary: DataNodes require that a partial chunk is
 * sent again together with the bytes that follow. Not thread-safe, except for {@link #release}.
 */
final class PacketBuffer {
    private final DataChecksum checksum;
    private final int dataSize;
    private final int sumsSize;
    private final Queue<Packet> free = new ConcurrentLinkedQueue<>();
    private Packet next;
    /** Number of leading bytes of the next packet that were already sent. */
    private int sent;

    /**
     * Creates an empty buffer.
     *
     * @param checksum checksum algorithm and chunk size
     * @param packetSize size of a packet with its header, in bytes, as {@code dfs.client-write-packet-size}
     */
    PacketBuffer(DataChecksum checksum, int packetSize) {
        this.checksum = checksum;
        int chunk = checksum.getBytesPerChecksum();
        int chunks = Math.max((packetSize - PacketHeader.PKT_MAX_HEADER_LEN) / (chunk + checksum.getChecksumSize()), 1);
        dataSize = chunks * chunk;
        sumsSize = chunks * checksum.getChecksumSize();
        next = packet().at(0);
    }

    private Packet packet() {
        Packet reused = free.poll();
        return reused == null ? new Packet(dataSize, sumsSize) : reused;
    }

    /** Adds bytes up to the capacity and returns the number of added bytes. */
    int add(byte[] bytes, int from, int count) {
        return next.add(bytes, from, count);
    }

    boolean isFull() {
        return next.isFull();
    }

    boolean hasUnsent() {
        return next.length() > sent;
    }

    /** Removes the packet with the bytes, and keeps those of a partial last chunk for the next packet. */
    Packet take(long seqno) {
        Packet taken = next;
        checksum.calculateChunkedSums(taken.data(), 0, taken.length(), taken.sums(), 0);
        taken.end(seqno, checksum.getChecksumSize(taken.length()), false);
        int kept = taken.length() % checksum.getBytesPerChecksum();
        next = packet().at(taken.endOffset() - kept);
        next.add(taken.data(), taken.length() - kept, kept);
        sent = kept;
        return taken;
    }

    /** Removes the empty packet that ends the block; all bytes must be sent. */
    Packet takeLast(long seqno) {
        return next.at(next.endOffset()).end(seqno, 0, true);
    }

    /** Returns an acknowledged packet for reuse. */
    void release(Packet packet) {
        free.add(packet);
    }
}
