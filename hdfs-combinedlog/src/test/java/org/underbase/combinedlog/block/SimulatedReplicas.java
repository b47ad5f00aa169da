package org.underbase.combinedlog.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.fs.ChecksumException;
import org.underbase.combinedlog.journal.PowerSupply;

/** Replicas of a simulated DataNode on a disk that can fail. */
final class SimulatedReplicas implements ReplicaStore, LiveReplicas {
    static final String STORAGE = "DS-1";
    static final String RBW = "rbw/";
    static final String FINALIZED = "finalized/";
    private static final String DATA = "data";
    private static final String META = "meta_";

    private final PowerSupply power;
    private final Map<BlockKey, SimulatedFiles> blocks = new LinkedHashMap<>();
    private final List<BlockKey> failed = new ArrayList<>();
    private Random failing;
    private int failuresLeft;
    private Optional<BlockKey> failingKey = Optional.empty();
    private int accessesLeft;
    private int failingAccesses;
    /** Files with an I/O error that the kernel reports to their next fsync. */
    private final Set<SimulatedFiles> unreported = new HashSet<>();

    /** Whether the file system has an I/O error that the kernel reports to its next sync. */
    private boolean unreportedToSync;
    /** Marker file of a sync that failed or was interrupted. */
    private boolean marked;
    /** Content of the marker file. */
    private final Set<BlockKey> rewritten = new HashSet<>();

    private int rewrites;

    private boolean syncing;
    private boolean droppingPages;
    private boolean fsyncFailed;
    private boolean ignoreSyncFailures;
    private int forced;
    private boolean ignoreRewrites;
    private boolean ignoreTruncations;
    /** Receiver of the name of each file that is read. */
    private Consumer<String> reads = name -> {};

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

    /** Fails some accesses of a replay, after a number of successful ones. */
    void failAccesses(Random random, int after, int count) {
        failing = random;
        accessesLeft = after;
        failingAccesses = count;
    }

    private void access() throws IOException {
        if (failingAccesses > 0 && accessesLeft-- <= 0) {
            failingAccesses--;
            accessesLeft = failing.nextInt(4);
            throw new IOException(failing.nextBoolean() ? "No space left on device" : "Input/output error");
        }
    }

    /** Makes {@link #sync} work. */
    void enableSync(boolean on) {
        syncing = on;
    }

    /** Makes {@link #sync} drop pages without an error. */
    void dropPages(Random random) {
        failing = random;
        droppingPages = true;
    }

    /** Fails a write-back of all files before a replay. */
    void failWriteBack(Random random) {
        failing = random;
        unreportedToSync = true;
        blocks.values().forEach(files -> {
            files.failFlush(random);
            unreported.add(files);
        });
    }

    /** Makes the errors of files reported; that of the file system is not. */
    void forgetErrorsOfFiles() {
        unreported.clear();
    }

    /** Deletes the marker file. */
    void deleteMarker() {
        marked = false;
        rewritten.clear();
    }

    /**
     * Reports whether a process exit is the known limit of the replay: the page cache appears clean after a failed fsync, and nothing
     * remembers it. Resets the answer.
     */
    boolean forgetsAFailedFsync() {
        boolean forgets = fsyncFailed;
        fsyncFailed = false;
        return forgets;
    }

    /** Makes a failed sync of all files appear successful, as a control of the simulation. */
    void ignoreSyncFailures(boolean on) {
        ignoreSyncFailures = on;
    }

    /** Returns the number of rewrites of replicas. */
    int rewrites() {
        return rewrites;
    }

    /** Returns the number of successful fsyncs of replicas. */
    int forced() {
        return forced;
    }

    /** Reports each read as the block's ID and the kind of the file. */
    void observeReads(Consumer<String> observer) {
        reads = observer;
    }

    /** Disables rewrites after a failed fsync, as a control of the simulation. */
    void ignoreRewrites(boolean on) {
        ignoreRewrites = on;
    }

    /** Disables truncation in the replay, as a control of the simulation. */
    void ignoreTruncations(boolean on) {
        ignoreTruncations = on;
    }

    private SimulatedFiles names(BlockKey key) {
        return blocks.computeIfAbsent(key, any -> new SimulatedFiles());
    }

    boolean allOnDisk(BlockKey key) {
        return names(key).allOnDisk();
    }

    void losePower(Random random) {
        unreported.clear();
        unreportedToSync = false;
        blocks.values().forEach(files -> files.losePower(random));
    }

    /** Drops clean pages from the cache. */
    void evict() {
        unreported.clear();
        blocks.values().forEach(SimulatedFiles::evict);
    }

    /** Writes back a random operation without an fsync. */
    void writeBack(Random random) {
        List<SimulatedFiles> dirty =
                blocks.values().stream().filter(SimulatedFiles::isDirty).toList();
        if (!dirty.isEmpty()) {
            dirty.get(random.nextInt(dirty.size())).writeBack(random);
        }
    }

    private void apply(SimulatedFiles names, SimulatedFiles.Op op) {
        power.step();
        names.apply(op);
    }

    Files createFiles(BlockKey key, long generationStamp) {
        delete(key);
        SimulatedFiles names = names(key);
        apply(names, new SimulatedFiles.Link(RBW + DATA, new SimulatedFiles.Inode()));
        apply(names, new SimulatedFiles.Link(RBW + META + generationStamp, new SimulatedFiles.Inode()));
        return found(key).orElseThrow();
    }

    void delete(BlockKey key) {
        SimulatedFiles names = names(key);
        for (String name : List.copyOf(names.now().keySet())) {
            apply(names, new SimulatedFiles.Unlink(name));
        }
    }

    Optional<Files> found(BlockKey key) {
        SimulatedFiles names = names(key);
        // As under the lock of the dataset: both names are either old or new.
        synchronized (names) {
            return found(key, names);
        }
    }

    private Optional<Files> found(BlockKey key, SimulatedFiles names) {
        String data = names.now().containsKey(FINALIZED + DATA) ? FINALIZED + DATA : RBW + DATA;
        Optional<String> meta = names.now().keySet().stream()
                .filter(name -> name.contains(META))
                .max((one, other) -> Long.compare(stamp(one), stamp(other)));
        return names.now().containsKey(data) && meta.isPresent()
                ? Optional.of(new Files(key, names, data, meta.get()))
                : Optional.empty();
    }

    private static long stamp(String meta) {
        return Long.parseLong(meta.substring(meta.indexOf('_') + 1));
    }

    @Override
    public Optional<StoredReplica> find(BlockKey key, String storage, boolean anywhere) {
        return found(key).map(files -> files);
    }

    @Override
    public Optional<StoredReplica> create(BlockKey key, String storage, long generationStamp) throws IOException {
        access();
        return Optional.of(createFiles(key, generationStamp));
    }

    @Override
    public boolean isMissing(String storage) {
        return false;
    }

    @Override
    public void exclude(String storage) {
        // The caller makes no further call: there is one storage.
    }

    @Override
    public void withdraw(BlockKey key, String storage, long last, long generationStamp) throws IOException {
        Optional<Files> files = found(key);
        if (files.isPresent() && files.get().generationStamp() <= last) {
            files.get().place(generationStamp, files.get().isFinalized());
            files.get().force();
        }
    }

    @Override
    public void rewritten(BlockKey key, String storage) {
        if (!allOnDisk(key)) {
            throw new AssertionError(key + " was noted as rewritten before its fsync");
        }
        rewritten.add(key);
    }

    @Override
    public boolean isRewritten(BlockKey key, String storage) {
        return rewritten.contains(key);
    }

    @Override
    public Durability durability(String storage, String pool, int count) {
        if (marked) {
            return Durability.REWRITE;
        }
        return syncing ? Durability.SYNC : Durability.FSYNC;
    }

    @Override
    public Durability sync(String storage, String pool, Runnable waiting) {
        marked = true;
        boolean complete = !unreportedToSync;
        for (SimulatedFiles files : blocks.values()) {
            power.step();
            if (!files.isDirty()) {
                continue;
            }
            try {
                access();
                if (droppingPages) {
                    files.failFlush(failing);
                }
                files.flushAll();
            } catch (IOException e) {
                files.failFlush(failing);
                unreported.add(files);
                complete = false;
            }
            if (droppingPages) {
                files.evict();
            }
        }
        unreportedToSync = false;
        marked = !complete && !ignoreSyncFailures;
        return marked ? Durability.REWRITE : Durability.SYNC;
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
        private final SimulatedFiles names;
        private final SimulatedFiles.Inode data;
        private final SimulatedFiles.Inode meta;
        private String dataName;
        private String metaName;

        Files(BlockKey key, SimulatedFiles names, String dataName, String metaName) {
            this.key = key;
            this.names = names;
            this.dataName = dataName;
            this.metaName = metaName;
            this.data = names.now().get(dataName);
            this.meta = names.now().get(metaName);
        }

        byte[] data() {
            return data.now();
        }

        byte[] meta() {
            return meta.now();
        }

        @Override
        public long dataLength() {
            return data.now().length;
        }

        @Override
        public long metaLength() {
            return meta.now().length;
        }

        @Override
        public void readData(ByteBuffer buffer, long position) {
            reads.accept(key.id() + " data");
            read(data, buffer, position);
        }

        @Override
        public void readMeta(ByteBuffer buffer, long position) {
            reads.accept(key.id() + " meta");
            read(meta, buffer, position);
        }

        private static void read(SimulatedFiles.Inode inode, ByteBuffer buffer, long position) {
            int count = (int) Math.min(buffer.remaining(), Math.max(0, inode.now().length - position));
            if (count > 0) {
                buffer.put(inode.now(), (int) position, count);
            }
        }

        @Override
        public void writeData(ByteBuffer bytes, long position) throws IOException {
            access();
            write(data, bytes, position);
        }

        @Override
        public void writeMeta(ByteBuffer bytes, long position) throws IOException {
            access();
            write(meta, bytes, position);
        }

        private void write(SimulatedFiles.Inode inode, ByteBuffer from, long position) {
            byte[] bytes = new byte[from.remaining()];
            from.duplicate().get(bytes);
            if (bytes.length > 0) {
                apply(names, new SimulatedFiles.Write(inode, (int) position, bytes));
            }
        }

        @Override
        public void truncate(long dataLength, long metaLength) throws IOException {
            access();
            if (ignoreTruncations) {
                return;
            }
            truncate(data, dataLength);
            truncate(meta, metaLength);
        }

        private void truncate(SimulatedFiles.Inode inode, long length) {
            if (inode.now().length > length) {
                apply(names, new SimulatedFiles.Truncate(inode, (int) length));
            }
        }

        @Override
        public void place(long generationStamp, boolean finalized) throws IOException {
            access();
            String directory = finalized ? FINALIZED : RBW;
            synchronized (names) {
                rename(metaName, directory + META + generationStamp);
                metaName = directory + META + generationStamp;
                rename(dataName, directory + DATA);
                dataName = directory + DATA;
            }
        }

        private void rename(String from, String to) {
            if (!from.equals(to)) {
                apply(names, new SimulatedFiles.Rename(from, to));
            }
        }

        @Override
        public String storage() {
            return STORAGE;
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
                fsyncFailed |= !marked;
                names.failFlush(failing);
                throw new IOException("Input/output error of the simulated disk");
            }
            try {
                access();
            } catch (IOException e) {
                fsyncFailed |= !marked;
                names.failFlush(failing);
                throw e;
            }
            if (unreported.remove(names)) {
                fsyncFailed |= !marked;
                names.failFlush(failing);
                throw new IOException("Input/output error of an earlier write-back");
            }
            power.step();
            names.flush(data);
            power.step();
            names.flush(meta);
            forced++;
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
                throw new ChecksumException("a page is not in the cache any more", 0);
            }
            writeData(ByteBuffer.wrap(data.now()), 0);
            writeMeta(ByteBuffer.wrap(meta.now()), 0);
            rewrites++;
            SimulatedFiles.rewritten(data);
            SimulatedFiles.rewritten(meta);
            return true;
        }

        @Override
        public void close() {}
    }
}
