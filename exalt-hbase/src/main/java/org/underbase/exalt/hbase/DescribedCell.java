package org.underbase.exalt.hbase;

import java.io.UncheckedIOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.ClassSize;
import org.underbase.exalt.tardis.Codec;
import org.underbase.exalt.tardis.MalformedException;
import org.underbase.exalt.tardis.Verify;

/**
 * A cell whose value is described and not kept: each look at the value makes it anew. Its key and tags are kept. Thread-safe for
 * reading.
 */
@SuppressWarnings("deprecation") // HBase 2 declares in all cells what HBase 3 has in this kind alone.
final class DescribedCell implements ExtendedCell {
    private static final long FIXED = ClassSize.align(ClassSize.OBJECT + 2 * ClassSize.REFERENCE + 2 * Integer.BYTES);

    /** Smaller values are not worth a look. */
    private static final int SMALLEST = 256;

    private static final Codec CODEC = new Codec(Verify.FULL);

    private final KeyValue key;
    private final byte[] description;
    private final int length;
    private final boolean countsData;

    private DescribedCell(KeyValue key, byte[] description, int length, boolean countsData) {
        this.key = key;
        this.description = description;
        this.length = length;
        this.countsData = countsData;
    }

    /**
     * The cell itself where a description would save less than half of its value.
     *
     * @param countsData whether it tells HBase the heap that it would take with its value
     */
    static Cell of(Cell cell, boolean countsData) {
        int length = cell.getValueLength();
        if (length < SMALLEST || cell instanceof DescribedCell) {
            return cell;
        }
        byte[] description = CODEC.compress(CellUtil.cloneValue(cell));
        return description.length > length / 2 ? cell : new DescribedCell(keyOf(cell), description, length, countsData);
    }

    private static KeyValue keyOf(Cell cell) {
        KeyValue key = new KeyValue(
                cell.getRowArray(),
                cell.getRowOffset(),
                cell.getRowLength(),
                cell.getFamilyArray(),
                cell.getFamilyOffset(),
                cell.getFamilyLength(),
                cell.getQualifierArray(),
                cell.getQualifierOffset(),
                cell.getQualifierLength(),
                cell.getTimestamp(),
                KeyValue.Type.codeToType(cell.getTypeByte()),
                new byte[0],
                0,
                0,
                cell.getTagsArray(),
                cell.getTagsOffset(),
                cell.getTagsLength());
        key.setSequenceId(cell.getSequenceId());
        return key;
    }

    @Override
    public byte[] getValueArray() {
        try {
            return Codec.decompress(description, length);
        } catch (MalformedException e) {
            // It was made here, and nobody changes it.
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int getValueOffset() {
        return 0;
    }

    @Override
    public int getValueLength() {
        return length;
    }

    @Override
    public long heapSize() {
        return countsData
                ? ClassSize.align(key.heapSize() + length)
                : FIXED + key.heapSize() + ClassSize.sizeOfByteArray(description.length);
    }

    /** It has no memory in common with the cell that it was made of. */
    @Override
    public ExtendedCell deepClone() {
        return this;
    }

    @Override
    public byte[] getRowArray() {
        return key.getRowArray();
    }

    @Override
    public int getRowOffset() {
        return key.getRowOffset();
    }

    @Override
    public short getRowLength() {
        return key.getRowLength();
    }

    @Override
    public byte[] getFamilyArray() {
        return key.getFamilyArray();
    }

    @Override
    public int getFamilyOffset() {
        return key.getFamilyOffset();
    }

    @Override
    public byte getFamilyLength() {
        return key.getFamilyLength();
    }

    @Override
    public byte[] getQualifierArray() {
        return key.getQualifierArray();
    }

    @Override
    public int getQualifierOffset() {
        return key.getQualifierOffset();
    }

    @Override
    public int getQualifierLength() {
        return key.getQualifierLength();
    }

    @Override
    public long getTimestamp() {
        return key.getTimestamp();
    }

    @Override
    public byte getTypeByte() {
        return key.getTypeByte();
    }

    @Override
    public long getSequenceId() {
        return key.getSequenceId();
    }

    @Override
    public byte[] getTagsArray() {
        return key.getTagsArray();
    }

    @Override
    public int getTagsOffset() {
        return key.getTagsOffset();
    }

    @Override
    public int getTagsLength() {
        return key.getTagsLength();
    }

    @Override
    public void setSequenceId(long sequenceId) {
        key.setSequenceId(sequenceId);
    }

    @Override
    public void setTimestamp(long timestamp) {
        key.setTimestamp(timestamp);
    }

    @Override
    public void setTimestamp(byte[] timestamp) {
        key.setTimestamp(timestamp);
    }

    /** As {@link KeyValue} says it. */
    @Override
    public String toString() {
        return CellUtil.toString(this, false);
    }
}
