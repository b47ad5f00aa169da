package org.underbase.localcompact.hdfs;

/**
 * Packet of a replica, kept until its acknowledgment. The arrays are reused for later packets. Guarded by its owner: the writer
 * fills it, and the connection sends it.
 */
final class Packet {
    private final byte[] data;
    private final byte[] sums;
    private long seqno;
    /** Offset of the first byte in the block. */
    private long offset;

    private int length;
    private int sumsLength;
    private boolean last;

    Packet(int dataSize, int sumsSize) {
        data = new byte[dataSize];
        sums = new byte[sumsSize];
    }

    /** Starts a packet at an offset of the block, without bytes. */
    Packet at(long newOffset) {
        offset = newOffset;
        length = 0;
        sumsLength = 0;
        last = false;
        return this;
    }

    /** Ends the packet; {@code isLast} is whether it ends the block. */
    Packet end(long newSeqno, int newSumsLength, boolean isLast) {
        seqno = newSeqno;
        sumsLength = newSumsLength;
        last = isLast;
        return this;
    }

    /** Adds bytes up to the capacity and returns the number of added bytes. */
    int add(byte[] bytes, int from, int count) {
        int taken = Math.min(count, data.length - length);
        System.arraycopy(bytes, from, data, length, taken);
        length += taken;
        return taken;
    }

    byte[] data() {
        return data;
    }

    byte[] sums() {
        return sums;
    }

    long seqno() {
        return seqno;
    }

    long offset() {
        return offset;
    }

    int length() {
        return length;
    }

    /** Returns the offset after the last byte. */
    long endOffset() {
        return offset + length;
    }

    int sumsLength() {
        return sumsLength;
    }

    boolean isLast() {
        return last;
    }

    boolean isFull() {
        return length == data.length;
    }
}
