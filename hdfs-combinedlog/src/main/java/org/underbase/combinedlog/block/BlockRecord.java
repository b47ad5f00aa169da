package org.underbase.combinedlog.block;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.underbase.combinedlog.journal.JournalRecord;

/**
 * A record of a replica. On disk, after the journal's own header:
 *
 * <pre>
 *  0  2  length of the block pool's id
 *  2  2  length of the storage's id
 *  4  4  count of checksum bytes; 0 but for data
 *  8  8  block id
 * 16  8  generation stamp
 * 24  8  data: offset of the first byte; otherwise the replica's length
 * 32  8  data: offset in the checksum file; otherwise how many bytes of the replica are on disk or in records before
 *  .  .  block pool's id, storage's id, checksum bytes, data bytes
 * </pre>
 *
 * @param kind what it tells
 * @param key of which block
 * @param storage the id of the storage that has the replica
 * @param generationStamp of the replica
 * @param length offset of the data, or length of the replica, bytes
 * @param metaOffset where the checksums belong in their file; for {@link #synced()} where there are none
 * @param meta checksums, with the file's header where {@code metaOffset} is 0
 * @param data bytes
 */
record BlockRecord(
        Kind kind,
        BlockKey key,
        String storage,
        long generationStamp,
        long length,
        long metaOffset,
        ByteBuffer meta,
        ByteBuffer data) {
    private static final int HEADER = 40;

    /** Of a record that is not of data: the bytes up to here survive a power cut, those behind may not. */
    long synced() {
        return metaOffset;
    }

    /** Where the replica ends by this record. */
    long end() {
        return length + data.remaining();
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
                    Kind.of(record.type()), key, storageId, generationStamp, length, metaOffset, meta, data);
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new IOException(
                    "record " + record.sequence() + " of the journal is none of a replica: " + e.getMessage(), e);
        }
    }

    private static String text(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
