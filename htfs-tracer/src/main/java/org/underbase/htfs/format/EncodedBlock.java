package org.underbase.htfs.format;

import java.util.Arrays;

/** A block ready to be written, but for its place in a segment. */
public final class EncodedBlock {
    private final BlockHeader header;
    private final byte[] payload;

    EncodedBlock(BlockHeader header, byte[] payload) {
        this.header = header;
        this.payload = payload;
    }

    /** How many bytes it takes. */
    public int length() {
        return header.length();
    }

    /** How many events it has. */
    public int events() {
        return header.events();
    }

    /**
     * Its bytes.
     *
     * @param segment the id of its segment
     * @param sequence its number in its segment, from 0
     * @param drops the events lost since the block before
     */
    public byte[] bytes(int segment, int sequence, Drops drops) {
        byte[] head = header.at(segment, sequence, drops).encode();
        byte[] block = Arrays.copyOf(head, head.length + payload.length);
        System.arraycopy(payload, 0, block, head.length, payload.length);
        return block;
    }
}
