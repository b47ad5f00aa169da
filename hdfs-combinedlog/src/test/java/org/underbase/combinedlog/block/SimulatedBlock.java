package org.underbase.combinedlog.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.util.DataChecksum;

/** Model of one block: the operations of a stock DataNode on its files, and the bytes that were acknowledged. */
final class SimulatedBlock {
    static final int CHUNK = 64;

    final BlockKey key;
    final DataChecksum checksum;
    private final ChecksumLayout layout;

    // State in the DataNode.
    boolean exists;
    boolean finalized;
    /** Found after a crash: no client writes it before a block recovery. */
    boolean waiting;

    long generationStamp;
    byte[] content = new byte[0];
    /** Number of bytes that match their checksums. */
    int valid;

    // Acknowledged state.
    int acked;
    /**
     * Start of the last chunk of a truncation whose record is not on disk yet. As on stock HDFS, its new checksum may reach the
     * disk before the truncation does; the NameNode then repeats the truncation, which recomputes the checksum.
     */
    int truncating = Integer.MAX_VALUE;

    /** Reported as bad: its content is undefined. */
    boolean lost;
    /** Its replay failed: the DataNode does not serve it until its records are applied. */
    boolean withdrawn;
    /** Created while it was withdrawn; the records of the earlier replica are still deferred. */
    boolean wasWithdrawn;

    long ackedStamp;
    boolean finalAcked;
    /** Maximum length since the last acknowledged truncation. */
    int bound;
    /** Contents before truncations and deletions that are not acknowledged. */
    final List<byte[]> before = new ArrayList<>();
    /** Sequence whose commit makes the deletion durable; -1 if the block was not deleted. */
    long deletion = -1;

    SimulatedBlock(BlockKey key, DataChecksum checksum) {
        this.key = key;
        this.checksum = checksum;
        this.layout = new ChecksumLayout(checksum);
    }

    int length() {
        return content.length;
    }

    ChecksumLayout layout() {
        return layout;
    }

    void create(SimulatedReplicas replicas, long stamp) throws IOException {
        removed();
        before.add(new byte[0]);
        lost = false;
        wasWithdrawn |= withdrawn;
        withdrawn = false;
        content = new byte[0];
        finalized = false;
        waiting = false;
        exists = true;
        deletion = -1;
        valid = 0;
        generationStamp = stamp;
        SimulatedReplicas.Files files = replicas.createFiles(key, stamp);
        files.writeMeta(header(), 0);
    }

    private ByteBuffer header() {
        ByteBuffer header = ByteBuffer.allocate(ChecksumLayout.HEADER).putShort((short) 1);
        return header.put(checksum.getHeader()).flip();
    }

    /** Writes a packet: data, then the checksums of its chunks; the next packet rewrites the checksum of the last chunk. */
    void write(SimulatedReplicas replicas, byte[] bytes) throws IOException {
        SimulatedReplicas.Files files = replicas.found(key).orElseThrow();
        int from = content.length;
        content = Arrays.copyOf(content, from + bytes.length);
        System.arraycopy(bytes, 0, content, from, bytes.length);
        bound = Math.max(bound, content.length);
        valid = content.length;
        files.writeData(ByteBuffer.wrap(bytes), from);
        writeSums(files, (int) layout.floor(from));
    }

    private void writeSums(SimulatedReplicas.Files files, int from) throws IOException {
        files.writeMeta(layout.sums(ByteBuffer.wrap(content, from, content.length - from)), layout.metaOffset(from));
    }

    /** Truncates like HDFS: both files, then the checksum of the partial last chunk. */
    void truncate(SimulatedReplicas replicas, int length) throws IOException {
        if (length == content.length) {
            return;
        }
        before.add(content);
        content = Arrays.copyOf(content, length);
        truncating = (int) Math.min(truncating, layout.floor(length));
        acked = Math.min(acked, length);
        valid = Math.min(valid, length);
        SimulatedReplicas.Files files = replicas.found(key).orElseThrow();
        files.truncate(length, layout.metaLength(length));
        if (layout.floor(length) < length) {
            writeSums(files, (int) layout.floor(length));
        }
    }

    void rename(SimulatedReplicas replicas, long stamp, boolean toFinalized) throws IOException {
        generationStamp = stamp;
        finalized = toFinalized;
        replicas.found(key).orElseThrow().place(stamp, toFinalized);
    }

    void delete(SimulatedReplicas replicas) {
        removed();
        exists = false;
        replicas.delete(key);
    }

    /** The journal no longer tracks it, and its files may reappear in any older state, as on stock HDFS. */
    private void removed() {
        before.add(content);
        lost = false;
        acked = 0;
        ackedStamp = 0;
        finalAcked = false;
        truncating = Integer.MAX_VALUE;
        bound = Integer.MAX_VALUE;
    }

    /** Reported as bad: no byte is acknowledged any more. */
    void failed() {
        before.add(content);
        acked = 0;
        ackedStamp = 0;
        finalAcked = false;
        bound = Integer.MAX_VALUE;
        lost = true;
    }

    /** Acknowledges the current content: if it is in the journal, older contents must not reappear. */
    void acknowledged(boolean recorded) {
        truncating = Integer.MAX_VALUE;
        if (recorded) {
            bound = content.length;
            before.clear();
        }
    }

    // ---- invariants

    /** Describes the violated invariant; empty if there is no violation. */
    String violation(SimulatedReplicas.Files files) throws IOException {
        byte[] data = files.data();
        if (data.length < acked) {
            return "has " + data.length + " bytes, and " + acked + " were acknowledged";
        }
        if (!Arrays.equals(data, 0, acked, content, 0, acked)) {
            return "differs from the acknowledged bytes at " + Arrays.mismatch(data, content);
        }
        if (acked > 0 && validLength(files) < Math.min(acked, truncating)) {
            return "matches its checksums up to " + validLength(files) + " of " + data.length + " bytes, and " + acked
                    + " were acknowledged";
        }
        if (data.length > bound) {
            return "has " + data.length + " bytes after a truncation to " + bound;
        }
        if (files.generationStamp() < ackedStamp) {
            return "has generation stamp " + files.generationStamp() + " after " + ackedStamp;
        }
        if (finalAcked && (!files.isFinalized() || data.length != content.length)) {
            return "was finalized with " + content.length + " bytes and is " + (files.isFinalized() ? "" : "not ")
                    + "finalized with " + data.length;
        }
        return "";
    }

    /** Whether the data is a prefix of one content that was written, and not a mixture. */
    boolean isOneContent(byte[] data) {
        return startsWith(content, data) || before.stream().anyMatch(each -> startsWith(each, data));
    }

    private static boolean startsWith(byte[] all, byte[] data) {
        return data.length <= all.length && Arrays.equals(all, 0, data.length, data, 0, data.length);
    }

    /** Returns how many bytes match their checksums; -1 if the checksum file is malformed. */
    int validLength(SimulatedReplicas.Files files) throws IOException {
        if (ChecksumLayout.of(files).isEmpty()) {
            return -1;
        }
        byte[] data = files.data();
        for (int from = 0; from < data.length; from = (int) Math.min(data.length, from + (long) layout.chunk())) {
            ByteBuffer sum = layout.sums(ByteBuffer.wrap(data, from, Math.min(layout.chunk(), data.length - from)));
            ByteBuffer stored = ByteBuffer.allocate(sum.remaining());
            files.readMeta(stored, layout.metaOffset(from));
            if (!stored.flip().equals(sum)) {
                return from;
            }
        }
        return data.length;
    }

    /** Continues with the files that a DataNode finds. */
    void adopt(SimulatedReplicas.Files files, boolean onDisk) throws IOException {
        exists = true;
        deletion = -1;
        content = files.data().clone();
        valid = validLength(files);
        generationStamp = files.generationStamp();
        finalized = files.isFinalized();
        waiting = !finalized;
        finalAcked &= finalized;
        bound = Math.max(bound, content.length);
        acked = Math.max(0, Math.min(acked, valid));
        acknowledged(onDisk);
    }

    void adoptMissing() {
        exists = false;
        content = new byte[0];
    }

    static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
