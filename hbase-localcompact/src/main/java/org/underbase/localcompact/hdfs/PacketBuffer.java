package org.underbase.localcompact.hdfs;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.util.DataChecksum;

/**
 * The bytes of the next packet. Each packet begins where a chunk does: a chunk that was sent while it was not full is
 * sent again with the bytes that follow, as DataNodes expect it. Not thread-safe.
 */
final class PacketBuffer {
    private final DataChecksum checksum;
    private final byte[] data;
    private final byte[] sums;
    /** Of the buffer's first byte in the block. */
    private long offset;

    private int length;
    /** So many of the buffer's bytes were sent before. */
    private int sent;

    /**
     * Makes an empty buffer.
     *
     * @param checksum of the chunks
     * @param packetSize bytes of a packet with its header, as {@code dfs.client-write-packet-size}
     */
    PacketBuffer(DataChecksum checksum, int packetSize) {
        this.checksum = checksum;
        int chunk = checksum.getBytesPerChecksum();
        int chunks = Math.max((packetSize - PacketHeader.PKT_MAX_HEADER_LEN) / (chunk + checksum.getChecksumSize()), 1);
        data = new byte[chunks * chunk];
        sums = new byte[chunks * checksum.getChecksumSize()];
    }

    /** Takes as many bytes as there is room for, and returns how many. */
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

    /** Sends the bytes as one packet, and keeps those of a last chunk that is not full. */
    void send(ReplicaChannel channel, long seqno) throws IOException {
        checksum.calculateChunkedSums(data, 0, length, sums, 0);
        channel.send(seqno, offset, false, sums, checksum.getChecksumSize(length), data, length);
        int kept = length % checksum.getBytesPerChecksum();
        System.arraycopy(data, length - kept, data, 0, kept);
        offset += length - kept;
        length = kept;
        sent = kept;
    }

    /** Sends the packet without bytes that ends the block. */
    void sendLast(ReplicaChannel channel, long seqno) throws IOException {
        channel.send(seqno, offset + length, true, sums, 0, data, 0);
    }
}
