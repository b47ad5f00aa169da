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
 * Cell whose value is kept compressed and is materialized on every access. Its key and tags are kept as they are. Thread-safe
 * for reading.
 */
@SuppressWarnings("deprecation") // HBase 2 declares in Cell what HBase 3 declares in ExtendedCell only.
final class TardisCell implements ExtendedCell {
    private static final long FIXED = ClassSize.align(ClassSize.OBJECT + 2 * ClassSize.REFERENCE + 2 * Integer.BYTES);

    /** Size in bytes of the smallest value that the codec examines. */
    private static final int MIN_LENGTH = 256;

    private static final Codec CODEC = new Codec(Verify.FULL);

    private final KeyValue key;
    private final byte[] compressed;
    private final int length;
    private final boolean accountsData;

    private TardisCell(KeyValue key, byte[] compressed, int length, boolean accountsData) {
        this.key = key;
        this.compressed = compressed;
        this.length = length;
        this.accountsData = accountsData;
    }

    /**
     * Compresses the value of a cell.
     *
     * @param cell cell to compress
     * @param accountsData whether {@link #heapSize} includes the uncompressed value
     * @return the compressed cell, or {@code cell} itself if compression saves less than half of its value
     */
    static Cell of(Cell cell, boolean accountsData) {
        int length = cell.getValueLength();
        if (length < MIN_LENGTH || cell instanceof TardisCell) {
            return cell;
        }
        byte[] compressed = CODEC.compress(CellUtil.cloneValue(cell));
        return compressed.length > length / 2 ? cell : new TardisCell(keyOf(cell), compressed, length, accountsData);
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
            return Codec.decompress(compressed, length);
        } catch (MalformedException e) {
            // Impossible: this class created the compressed form, and no code modifies it.
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
        return accountsData
                ? ClassSize.align(key.heapSize() + length)
                : FIXED + key.heapSize() + ClassSize.sizeOfByteArray(compressed.length);
    }

    /** Returns this cell: it shares no memory with the cell that it compresses. */
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

    /** Formats the cell as {@link KeyValue} does. */
    @Override
    public String toString() {
        return CellUtil.toString(this, false);
    }
}
