package org.underbase.localcompact.hdfs;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.util.DataChecksum;

/**
 * Buffer for the bytes of the next packet. Each packet starts at a chunk boundary: DataNodes require that a partial chunk is
 * sent again together with the bytes that follow. Not thread-safe.
 */
final class PacketBuffer {
    private final DataChecksum checksum;
    private final byte[] data;
    private final byte[] sums;
    /** Offset of the buffer's first byte in the block. */
    private long offset;

    private int length;
    /** Number of leading bytes of the buffer that were already sent. */
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
        data = new byte[chunks * chunk];
        sums = new byte[chunks * checksum.getChecksumSize()];
    }

    /** Adds bytes up to the capacity and returns the number of added bytes. */
    int add(byte[] bytes, int from, int count) {
        int taken = Math.min(count, data.length - length);
        System.arraycopy(bytes, from, data, length, taken);
        length += taken;
        return taken;
    }

    boolean isFull() {
        return length == data.length;
    }

    boolean hasUnsent() {
        return length > sent;
    }

    /** Sends the bytes as one packet and keeps those of a partial last chunk. */
    void send(ReplicaChannel channel, long seqno) throws IOException {
        checksum.calculateChunkedSums(data, 0, length, sums, 0);
        channel.send(seqno, offset, false, sums, checksum.getChecksumSize(length), data, length);
        int kept = length % checksum.getBytesPerChecksum();
        System.arraycopy(data, length - kept, data, 0, kept);
        offset += length - kept;
        length = kept;
        sent = kept;
    }

    /** Sends the empty packet that ends the block. */
    void sendLast(ReplicaChannel channel, long seqno) throws IOException {
        channel.send(seqno, offset + length, true, sums, 0, data, 0);
    }
}
