package org.underbase.htfs.format;

import java.util.Arrays;

/** An encoded block without its place in a segment. */
public final class EncodedBlock {
    private final BlockHeader header;
    private final byte[] payload;

    private final int events;

    EncodedBlock(BlockHeader header, byte[] payload, int events) {
        this.header = header;
        this.events = events;
        this.payload = payload;
    }

    /** Returns the length of header and payload, in bytes. */
    public int length() {
        return header.length();
    }

    /** Returns the number of events, without those that stand for lost calls. */
    public int events() {
        return events;
    }

    /**
     * Returns the bytes of the block at its place.
     *
     * @param segment id of the segment
     * @param sequence number of the block in the segment, from 0
     * @param drops events dropped since the previous block
     * @return header and payload
     */
    public byte[] bytes(int segment, int sequence, Drops drops) {
        byte[] head = header.at(segment, sequence, drops).encode();
        byte[] block = Arrays.copyOf(head, head.length + payload.length);
        System.arraycopy(payload, 0, block, head.length, payload.length);
        return block;
    }
}
