package org.underbase.combinedlog.block;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.underbase.combinedlog.journal.JournalRecord;

/**
 * Journal record of a replica. On-disk format, after the journal's header:
 *
 * <pre>
 *  0  2  length of the block pool ID
 *  2  2  length of the storage ID
 *  4  4  number of checksum bytes; 0 except in a data record
 *  8  8  block ID
 * 16  8  generation stamp
 * 24  8  data: offset of the first byte; otherwise the replica's length
 * 32  8  data: offset in the checksum file; otherwise the number of bytes that are on disk or in earlier records
 *  .  .  block pool ID, storage ID, checksum bytes, data bytes
 * </pre>
 *
 * @param type type of the record
 * @param key block of the replica
 * @param storage ID of the storage that contains the replica
 * @param generationStamp generation stamp of the replica
 * @param length offset of the data, or length of the replica, in bytes
 * @param metaOffset offset of the checksums in their file; without data the value of {@link #synced()}
 * @param meta checksums, preceded by the file's header if {@code metaOffset} is 0
 * @param data data bytes
 */
record BlockRecord(
        RecordType type,
        BlockKey key,
        String storage,
        long generationStamp,
        long length,
        long metaOffset,
        ByteBuffer meta,
        ByteBuffer data) {
    private static final int HEADER = 40;
    /** Maximum number of bytes of a character in UTF-8. */
    private static final int MAX_CHARACTER = 3;

    /** Returns, for a record without data, how many bytes are on disk; the bytes after them may be lost in a power failure. */
    long synced() {
        return metaOffset;
    }

    /** Returns the length of the replica according to this record. */
    long end() {
        return length + data.remaining();
    }

    /** Returns an upper bound of the length of a record without its checksums and data, in bytes. */
    static int overhead(BlockKey key, String storage) {
        return HEADER + MAX_CHARACTER * (key.pool().length() + storage.length());
    }

    ByteBuffer[] encode() {
        byte[] pool = key.pool().getBytes(StandardCharsets.UTF_8);
        byte[] storageId = storage.getBytes(StandardCharsets.UTF_8);
        ByteBuffer head = ByteBuffer.allocate(HEADER + pool.length + storageId.length);
        head.putShort((short) pool.length).putShort((short) storageId.length).putInt(meta.remaining());
        head.putLong(key.id()).putLong(generationStamp).putLong(length).putLong(metaOffset);
        head.put(pool).put(storageId).flip();
        return new ByteBuffer[] {head, meta, data};
    }

    static BlockRecord decode(JournalRecord record) throws IOException {
        try {
            ByteBuffer in = record.payload().slice();
            int pool = Short.toUnsignedInt(in.getShort());
            int storage = Short.toUnsignedInt(in.getShort());
            int metaBytes = in.getInt();
            long id = in.getLong();
            long generationStamp = in.getLong();
            long length = in.getLong();
            long metaOffset = in.getLong();
            BlockKey key = new BlockKey(text(in, pool), id);
            String storageId = text(in, storage);
            ByteBuffer meta = in.slice(in.position(), metaBytes);
            ByteBuffer data = in.slice(in.position() + metaBytes, in.remaining() - metaBytes);
            return new BlockRecord(
                    RecordType.of(record.type()), key, storageId, generationStamp, length, metaOffset, meta, data);
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new IOException(
                    "record " + record.sequence() + " of the journal is not a valid record of a replica: "
                            + e.getMessage(),
                    e);
        }
    }

    private static String text(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        // A replay keeps an ID for each replica, and there are few different ones.
        return new String(bytes, StandardCharsets.UTF_8).intern();
    }
}
