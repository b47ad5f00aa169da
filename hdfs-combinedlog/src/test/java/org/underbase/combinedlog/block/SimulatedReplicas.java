package org.underbase.combinedlog.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.underbase.combinedlog.journal.PowerSupply;

/**
 * Replicas' files on a file system that loses unsynced changes in a power failure. Changes of names and lengths of one block's
 * files survive in order up to some point, as on a journaling file system. Each write survives completely, partly or not at
 * all, independent of the others.
 */
final class SimulatedReplicas implements ReplicaStore, LiveReplicas {
    static final String RBW = "rbw/";
    static final String FINALIZED = "finalized/";
    private static final String DATA = "data";
    private static final String META = "meta_";

    private static final class Inode {
        private byte[] now = new byte[0];
        private byte[] disk = new byte[0];
        /** Writes of a failed fsync: their pages are clean, although they are not on disk. */
        private final List<Write> lost = new ArrayList<>();
    }

    private static final class Names {
        private final Map<String, Inode> now = new TreeMap<>();
        private final Map<String, Inode> disk = new TreeMap<>();
        private final List<Op> pending = new ArrayList<>();
    }

    /** Operation that is not on disk yet. */
    private sealed interface Op {}

    private static final class Write implements Op {
        private final Inode inode;
        private final int position;
        private final byte[] bytes;

        Write(Inode inode, int position, byte[] bytes) {
            this.inode = inode;
            this.position = position;
            this.bytes = bytes;
        }

        Inode inode() {
            return inode;
        }

        int position() {
            return position;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    private record Truncate(Inode inode, int length) implements Op {}

    private record Link(String name, Inode inode) implements Op {}

    private record Unlink(String name) implements Op {}

    private record Rename(String from, String to) implements Op {}

    private final PowerSupply power;
    private final Map<BlockKey, Names> blocks = new LinkedHashMap<>();
    private final List<BlockKey> failed = new ArrayList<>();
    private Random failing;
    private int failuresLeft;
    private Optional<BlockKey> failingKey = Optional.empty();
    private boolean ignoreRewrites;
    private boolean ignoreTruncations;

    SimulatedReplicas(PowerSupply power) {
        this.power = power;
    }

    /** Fails the next fsyncs; the kernel marks some pages clean that are not on disk. */
    void failFsyncs(Random random, int count) {
        failing = random;
        failuresLeft = count;
        failingKey = Optional.empty();
    }

    /** Fails the next fsyncs of one replica. */
    void failFsyncsOf(BlockKey key, Random random, int count) {
        failFsyncs(random, count);
        failingKey = Optional.of(key);
    }

    /** Disables rewrites after a failed fsync, as a control of the simulation. */
    void ignoreRewrites(boolean on) {
        ignoreRewrites = on;
    }

    /** Disables truncation in the replay, as a control of the simulation. */
    void ignoreTruncations(boolean on) {
        ignoreTruncations = on;
    }

    private Names names(BlockKey key) {
        return blocks.computeIfAbsent(key, any -> new Names());
    }

    boolean allOnDisk(BlockKey key) {
        Names names = names(key);
        return names.pending.stream()
                        .allMatch(op -> op instanceof Write write && !names.now.containsValue(write.inode()))
                && names.now.values().stream().allMatch(inode -> Arrays.equals(inode.now, inode.disk));
    }

    // ---- events of the disk

    void losePower(Random random) {
        for (Names names : blocks.values()) {
            int namesKept = random.nextInt(names.pending.size() + 1);
            boolean ordered = true;
            for (int i = 0; i < names.pending.size(); i++) {
                Op op = names.pending.get(i);
                if (op instanceof Write write) {
                    survive(write, random);
                } else {
                    ordered &= i < namesKept;
                    if (ordered) {
                        land(names, op);
                    }
                }
            }
            names.pending.clear();
            names.now.clear();
            names.now.putAll(names.disk);
            names.now.values().forEach(inode -> {
                inode.now = inode.disk.clone();
                inode.lost.clear();
            });
        }
    }

    /** Drops clean pages from the cache: a read returns the bytes on disk again. */
    void evict() {
        for (Names names : blocks.values()) {
            for (Inode inode : names.now.values()) {
                for (Write write : inode.lost) {
                    evict(names, write);
                }
                inode.lost.clear();
            }
        }
    }

    private static void evict(Names names, Write write) {
        Inode inode = write.inode();
        int end = Math.min(inode.now.length, write.position() + write.bytes().length);
        for (int at = write.position(); at < end; at++) {
            int position = at;
            boolean dirty = names.pending.stream()
                    .anyMatch(op -> op instanceof Write other
                            && other.inode() == inode
                            && other.position() <= position
                            && position < other.position() + other.bytes().length);
            if (!dirty) {
                inode.now[at] = at < inode.disk.length ? inode.disk[at] : 0;
            }
        }
    }

    private static void survive(Write write, Random random) {
        int length = write.bytes().length;
        switch (random.nextInt(4)) {
            case 0 -> {}
            case 1 -> land(write, 0, length);
            case 2 -> land(write, 0, random.nextInt(length + 1));
            default -> land(write, random.nextInt(length + 1), length);
        }
    }

    private static void land(Write write, int from, int to) {
        Inode inode = write.inode();
        if (from < to) {
            inode.disk = put(inode.disk, write.position() + from, write.bytes(), from, to - from);
        }
    }

    private static void land(Names names, Op op) {
        if (op instanceof Write write) {
            land(write, 0, write.bytes().length);
        } else if (op instanceof Truncate truncate) {
            if (truncate.inode().disk.length > truncate.length()) {
                truncate.inode().disk = Arrays.copyOf(truncate.inode().disk, truncate.length());
            }
        } else if (op instanceof Link link) {
            names.disk.put(link.name(), link.inode());
        } else if (op instanceof Unlink unlink) {
            names.disk.remove(unlink.name());
        } else if (op instanceof Rename rename) {
            names.disk.put(rename.to(), names.disk.remove(rename.from()));
        }
    }

    private static byte[] put(byte[] content, int position, byte[] bytes, int from, int count) {
        byte[] result = content.length >= position + count ? content : Arrays.copyOf(content, position + count);
        System.arraycopy(bytes, from, result, position, count);
        return result;
    }

    /** Writes back a random operation without an fsync. */
    void writeBack(Random random) {
        List<Names> dirty = blocks.values().stream()
                .filter(names -> !names.pending.isEmpty())
                .toList();
        if (dirty.isEmpty()) {
            return;
        }
        Names names = dirty.get(random.nextInt(dirty.size()));
        Op chosen = names.pending.get(random.nextInt(names.pending.size()));
        int until = names.pending.indexOf(chosen);
        // A write after a truncation lands with the truncation, which would remove it otherwise.
        boolean namesToo = names.pending.subList(0, until).stream()
                .anyMatch(op -> chosen instanceof Write write
                        && op instanceof Truncate truncate
                        && truncate.inode() == write.inode());
        List<Op> left = new ArrayList<>();
        for (int i = 0; i < names.pending.size(); i++) {
            Op op = names.pending.get(i);
            boolean lands = i <= until
                    && (op instanceof Write other
                            ? chosen instanceof Write write && other.inode() == write.inode()
                            : namesToo || !(chosen instanceof Write));
            if (lands) {
                land(names, op);
                truncateEarlier(left, op);
            } else {
                left.add(op);
            }
        }
        names.pending.clear();
        names.pending.addAll(left);
    }

    /** Drops the pages beyond the new end of a truncated file. */
    private static void truncateEarlier(List<Op> earlier, Op op) {
        if (op instanceof Truncate truncate) {
            earlier.replaceAll(each -> each instanceof Write write
                            && write.inode() == truncate.inode()
                            && write.position() + write.bytes().length > truncate.length()
                    ? new Write(
                            write.inode(),
                            write.position(),
                            Arrays.copyOf(write.bytes(), Math.max(0, truncate.length() - write.position())))
                    : each);
        }
    }

    // ---- operations of a DataNode

    private void apply(Names names, Op op) {
        power.step();
        names.pending.add(op);
        if (op instanceof Write write) {
            write.inode().now = put(write.inode().now, write.position(), write.bytes(), 0, write.bytes().length);
        } else if (op instanceof Truncate truncate) {
            truncate.inode().now = Arrays.copyOf(truncate.inode().now, truncate.length());
        } else if (op instanceof Link link) {
            names.now.put(link.name(), link.inode());
        } else if (op instanceof Unlink unlink) {
            names.now.remove(unlink.name());
        } else if (op instanceof Rename rename) {
            names.now.put(rename.to(), names.now.remove(rename.from()));
        }
    }

    Files createFiles(BlockKey key, long generationStamp) {
        delete(key);
        Names names = names(key);
        apply(names, new Link(RBW + DATA, new Inode()));
        apply(names, new Link(RBW + META + generationStamp, new Inode()));
        return found(key).orElseThrow();
    }

    void delete(BlockKey key) {
        Names names = names(key);
        for (String name : List.copyOf(names.now.keySet())) {
            apply(names, new Unlink(name));
        }
    }

    Optional<Files> found(BlockKey key) {
        Names names = names(key);
        String data = names.now.containsKey(FINALIZED + DATA) ? FINALIZED + DATA : RBW + DATA;
        Optional<String> meta = names.now.keySet().stream()
                .filter(name -> name.contains(META))
                .max((one, other) -> Long.compare(stamp(one), stamp(other)));
        return names.now.containsKey(data) && meta.isPresent()
                ? Optional.of(new Files(key, names, data, meta.get()))
                : Optional.empty();
    }

    private static long stamp(String meta) {
        return Long.parseLong(meta.substring(meta.indexOf('_') + 1));
    }

    @Override
    public Optional<StoredReplica> find(BlockKey key, String storage) {
        return found(key).map(files -> files);
    }

    @Override
    public Optional<StoredReplica> create(BlockKey key, String storage, long generationStamp) {
        return Optional.of(createFiles(key, generationStamp));
    }

    @Override
    public Optional<ReplicaFiles> open(BlockKey key) {
        return found(key).map(files -> files);
    }

    @Override
    public void failed(BlockKey key, IOException cause) {
        failed.add(key);
    }

    List<BlockKey> failed() {
        return failed;
    }

    /** Data and checksum file of a replica. */
    final class Files implements StoredReplica {
        private final BlockKey key;
        private final Names names;
        private final Inode data;
        private final Inode meta;
        private String dataName;
        private String metaName;

        Files(BlockKey key, Names names, String dataName, String metaName) {
            this.key = key;
            this.names = names;
            this.dataName = dataName;
            this.metaName = metaName;
            this.data = names.now.get(dataName);
            this.meta = names.now.get(metaName);
        }

        byte[] data() {
            return data.now;
        }

        byte[] meta() {
            return meta.now;
        }

        @Override
        public long dataLength() {
            return data.now.length;
        }

        @Override
        public long metaLength() {
            return meta.now.length;
        }

        @Override
        public void readData(ByteBuffer buffer, long position) {
            read(data, buffer, position);
        }

        @Override
        public void readMeta(ByteBuffer buffer, long position) {
            read(meta, buffer, position);
        }

        private static void read(Inode inode, ByteBuffer buffer, long position) {
            int count = (int) Math.min(buffer.remaining(), Math.max(0, inode.now.length - position));
            if (count > 0) {
                buffer.put(inode.now, (int) position, count);
            }
        }

        @Override
        public void writeData(ByteBuffer bytes, long position) {
            write(data, bytes, position);
        }

        @Override
        public void writeMeta(ByteBuffer bytes, long position) {
            write(meta, bytes, position);
        }

        private void write(Inode inode, ByteBuffer from, long position) {
            byte[] bytes = new byte[from.remaining()];
            from.duplicate().get(bytes);
            if (bytes.length > 0) {
                apply(names, new Write(inode, (int) position, bytes));
            }
        }

        @Override
        public void truncate(long dataLength, long metaLength) {
            if (ignoreTruncations) {
                return;
            }
            truncate(data, dataLength);
            truncate(meta, metaLength);
        }

        private void truncate(Inode inode, long length) {
            if (inode.now.length > length) {
                apply(names, new Truncate(inode, (int) length));
            }
        }

        @Override
        public void place(long generationStamp, boolean finalized) {
            String directory = finalized ? FINALIZED : RBW;
            rename(metaName, directory + META + generationStamp);
            metaName = directory + META + generationStamp;
            rename(dataName, directory + DATA);
            dataName = directory + DATA;
        }

        private void rename(String from, String to) {
            if (!from.equals(to)) {
                apply(names, new Rename(from, to));
            }
        }

        @Override
        public long generationStamp() {
            return stamp(metaName);
        }

        @Override
        public boolean isFinalized() {
            return dataName.startsWith(FINALIZED);
        }

        /** Fsyncs the data, then the checksums; the first fsync commits the file system's journal. */
        @Override
        public void force() throws IOException {
            if (failuresLeft > 0 && key.equals(failingKey.orElse(key))) {
                failuresLeft--;
                names.pending.removeIf(op -> op instanceof Write write
                        && failing.nextBoolean()
                        && write.inode().lost.add(write));
                throw new IOException("Input/output error of the simulated disk");
            }
            power.step();
            flush(data);
            power.step();
            flush(meta);
        }

        private void flush(Inode inode) {
            List<Op> left = new ArrayList<>();
            for (Iterator<Op> all = names.pending.iterator(); all.hasNext(); ) {
                Op op = all.next();
                if (op instanceof Write write && write.inode() != inode) {
                    left.add(op);
                } else {
                    land(names, op);
                    truncateEarlier(left, op);
                }
            }
            names.pending.clear();
            names.pending.addAll(left);
        }

        @Override
        public boolean rewrite() throws IOException {
            if (ignoreRewrites) {
                return true;
            }
            Optional<ChecksumLayout> layout = ChecksumLayout.of(this);
            boolean verified = layout.isPresent()
                    && layout.get().checksum().getChecksumSize() > 0
                    && layout.get().verifies(this, 0);
            if (!verified) {
                throw new IOException("a page is not in the cache any more");
            }
            writeData(ByteBuffer.wrap(data.now), 0);
            writeMeta(ByteBuffer.wrap(meta.now), 0);
            data.lost.clear();
            meta.lost.clear();
            return true;
        }

        @Override
        public void close() {}
    }
}
