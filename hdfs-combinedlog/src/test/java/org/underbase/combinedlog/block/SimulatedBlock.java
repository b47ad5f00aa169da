package org.underbase.combinedlog.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.util.DataChecksum;

/** One block: what a DataNode does to its files without a journal, and what was promised of it. */
final class SimulatedBlock {
    static final int CHUNK = 64;

    final BlockKey key;
    final DataChecksum checksum;
    private final ChecksumLayout layout;

    // As the DataNode has it.
    boolean exists;
    boolean finalized;
    /** Found after a crash: nobody writes it until its length is agreed upon. */
    boolean waiting;

    long generationStamp;
    byte[] content = new byte[0];
    /** Of this many bytes the files fit their checksums; more than a crash left of others. */
    int sound;

    // As it was promised.
    int acked;
    /**
     * The start of the chunk that a cut made short whose record is not on disk yet. As on stock HDFS its new checksum may
     * reach the disk before the cut does; the NameNode orders the cut again then, and that computes the checksum anew.
     */
    int cutting = Integer.MAX_VALUE;

    /** Given up: its pages may be anything. */
    boolean lost;

    long ackedStamp;
    boolean finalAcked;
    /** No longer than this since the last acknowledged cut. */
    int bound;
    /** Contents before cuts and deletions that are not acknowledged. */
    final List<byte[]> before = new ArrayList<>();
    /** When the journal is on disk up to here, the deletion is; -1 where it was not deleted. */
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

    void create(SimulatedReplicas replicas, long stamp) {
        gone();
        before.add(new byte[0]);
        lost = false;
        content = new byte[0];
        finalized = false;
        waiting = false;
        exists = true;
        deletion = -1;
        sound = 0;
        generationStamp = stamp;
        SimulatedReplicas.Files files = replicas.createFiles(key, stamp);
        files.writeMeta(header(), 0);
    }

    private ByteBuffer header() {
        ByteBuffer header = ByteBuffer.allocate(ChecksumLayout.HEADER).putShort((short) 1);
        return header.put(checksum.getHeader()).flip();
    }

    /** A packet: data, then the checksums of its chunks, the last one's once more with each packet. */
    void write(SimulatedReplicas replicas, byte[] bytes) throws IOException {
        SimulatedReplicas.Files files = replicas.found(key).orElseThrow();
        int from = content.length;
        content = Arrays.copyOf(content, from + bytes.length);
        System.arraycopy(bytes, 0, content, from, bytes.length);
        bound = Math.max(bound, content.length);
        sound = content.length;
        files.writeData(ByteBuffer.wrap(bytes), from);
        writeSums(files, (int) layout.floor(from));
    }

    private void writeSums(SimulatedReplicas.Files files, int from) throws IOException {
        files.writeMeta(layout.sums(ByteBuffer.wrap(content, from, content.length - from)), layout.metaOffset(from));
    }

    /** As HDFS cuts: both files, then the checksum of the chunk that is not whole any more. */
    void cut(SimulatedReplicas replicas, int length) throws IOException {
        if (length == content.length) {
            return;
        }
        before.add(content);
        content = Arrays.copyOf(content, length);
        cutting = (int) Math.min(cutting, layout.floor(length));
        acked = Math.min(acked, length);
        sound = Math.min(sound, length);
        SimulatedReplicas.Files files = replicas.found(key).orElseThrow();
        files.truncate(length, layout.metaLength(length));
        if (layout.floor(length) < length) {
            writeSums(files, (int) layout.floor(length));
        }
    }

    void rename(SimulatedReplicas replicas, long stamp, boolean toFinalized) {
        generationStamp = stamp;
        finalized = toFinalized;
        replicas.found(key).orElseThrow().place(stamp, toFinalized);
    }

    void delete(SimulatedReplicas replicas) {
        gone();
        exists = false;
        replicas.delete(key);
    }

    /** The journal forgets it, and its files may be there again in any older state, as on stock HDFS. */
    private void gone() {
        before.add(content);
        acked = 0;
        ackedStamp = 0;
        finalAcked = false;
        cutting = Integer.MAX_VALUE;
        bound = Integer.MAX_VALUE;
    }

    /** Its disk does not keep it: nothing is promised any more. */
    void givenUp() {
        before.add(content);
        acked = 0;
        ackedStamp = 0;
        finalAcked = false;
        bound = Integer.MAX_VALUE;
        lost = true;
    }

    /** What was acknowledged now: where it is in the journal, older contents do not come back. */
    void acknowledged(boolean recorded) {
        cutting = Integer.MAX_VALUE;
        if (recorded) {
            bound = content.length;
            before.clear();
        }
    }

    // ---- what is asked of it

    /** What is wrong with a replica; empty where nothing is. */
    String wrong(SimulatedReplicas.Files files) throws IOException {
        byte[] data = files.data();
        if (data.length < acked) {
            return "has " + data.length + " bytes, and " + acked + " were acknowledged";
        }
        if (!Arrays.equals(data, 0, acked, content, 0, acked)) {
            return "has other bytes than were acknowledged, at " + Arrays.mismatch(data, content);
        }
        if (acked > 0 && soundLength(files) < Math.min(acked, cutting)) {
            return "fits its checksums up to " + soundLength(files) + " of " + data.length + " bytes, and " + acked
                    + " were acknowledged";
        }
        if (data.length > bound) {
            return "has " + data.length + " bytes after a cut to " + bound;
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

    /** One of the contents that it had, or the begin of one, and nothing mixed. */
    boolean isOneContent(byte[] data) {
        return begins(content, data) || before.stream().anyMatch(each -> begins(each, data));
    }

    private static boolean begins(byte[] whole, byte[] data) {
        return data.length <= whole.length && Arrays.equals(whole, 0, data.length, data, 0, data.length);
    }

    /** How many bytes fit their checksums; -1 where the checksum file makes no sense. */
    int soundLength(SimulatedReplicas.Files files) throws IOException {
        if (ChecksumLayout.of(files).isEmpty()) {
            return -1;
        }
        byte[] data = files.data();
        for (int from = 0; from < data.length; from += CHUNK) {
            ByteBuffer sum = layout.sums(ByteBuffer.wrap(data, from, Math.min(CHUNK, data.length - from)));
            ByteBuffer there = ByteBuffer.allocate(sum.remaining());
            files.readMeta(there, layout.metaOffset(from));
            if (!there.flip().equals(sum)) {
                return from;
            }
        }
        return data.length;
    }

    /** What a DataNode finds is what it goes on with. */
    void adopt(SimulatedReplicas.Files files, boolean onDisk) throws IOException {
        exists = true;
        deletion = -1;
        content = files.data().clone();
        sound = soundLength(files);
        generationStamp = files.generationStamp();
        finalized = files.isFinalized();
        waiting = !finalized;
        finalAcked &= finalized;
        bound = Math.max(bound, content.length);
        acked = Math.max(0, Math.min(acked, sound));
        acknowledged(onDisk);
    }

    void adoptNothing() {
        exists = false;
        content = new byte[0];
    }

    static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
