package org.underbase.htfs.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builder of one block of events and their names. Its arrays are reused for the next block, so that a steady stream of
 * events allocates little. Thread-confined.
 */
public final class BlockBuilder {
    private final int capacity;
    final Names paths = new Names();
    final Names threads = new Names();
    final Names fileSystems = new Names();
    final Names blockPools = new Names();
    final Names ecPolicies = new Names();
    private final Map<ThreadKey, Integer> threadIndexes = new HashMap<>();
    long[] threadId = new long[64];
    final Names users = new Names();
    final Names exceptions = new Names();
    final Names details = new Names();

    int targets;
    long[] targetStream = new long[64];
    long[] targetFile = new long[64];
    int[] targetPath = new int[64];
    long[] targetInode = new long[64];

    int[] targetFileSystem = new int[64];
    int[] targetBlockPool = new int[64];
    int[] targetEcPolicy = new int[64];
    long[] targetFirstBlock = new long[64];

    /** Whether a target has an identity. */
    boolean identified;

    int size;
    /** Number of events that stand for lost calls. */
    int markers;

    private long calls;
    private long bytes;
    long[] start = new long[1024];
    long[] duration = new long[1024];
    byte[] call = new byte[1024];
    int[] thread = new int[1024];
    int[] target = new int[1024];
    long[] offset = new long[1024];
    long[] length = new long[1024];
    long[] result = new long[1024];

    /** Index + 1 into the names, 0 for none, by event. */
    final Sparse user = new Sparse();

    final Sparse exception = new Sparse();
    final Sparse detail = new Sparse();
    final Sparse other = new Sparse();
    final Sparse group = new Sparse();

    /** @param capacity maximum number of events of a block, 1 to 2^17 */
    public BlockBuilder(int capacity) {
        if (capacity < 1 || capacity > Layout.MAX_EVENTS) {
            throw new IllegalArgumentException(
                    "invalid block capacity " + capacity + ": must be 1 to " + Layout.MAX_EVENTS);
        }
        this.capacity = capacity;
    }

    public int size() {
        return size;
    }

    /** Returns the number of bytes that the reads and writes moved. */
    public long bytes() {
        return bytes;
    }

    public boolean full() {
        return size >= capacity
                || targets >= Layout.MAX_EVENTS
                || paths.chars + details.chars + threads.chars + users.chars + exceptions.chars > Layout.MAX_NAMES;
    }

    private record ThreadKey(long id, String name) {}

    /**
     * Returns the index of a thread under one of its names in this block.
     *
     * @param id id of the thread in its process, or -1
     * @param name its name
     */
    public int thread(long id, String name) {
        Integer known = threadIndexes.get(new ThreadKey(id, name));
        if (known != null) {
            return known;
        }
        int index = threads.add(name);
        if (index == threadId.length) {
            threadId = Arrays.copyOf(threadId, index * 2);
        }
        threadId[index] = id;
        threadIndexes.put(new ThreadKey(id, name), index);
        return index;
    }

    /** Returns the number of calls for which the events stand; lost calls do not count. */
    public long calls() {
        return calls;
    }

    /**
     * Adds a target: a file under one path, either alone or through one stream. The caller keeps the index, because this
     * method does not detect a target that was added before.
     *
     * @param stream stream id, or -1
     * @param file file id, or -1 for a call on no file
     * @param path path of the file, or empty
     * @param inode inode id, or -1
     * @return index of the target in this block
     */
    public int target(long stream, long file, String path, long inode) {
        return target(stream, file, path, inode, FileIdentity.NONE);
    }

    /** Adds a target, as {@link #target(long, long, String, long)}, with further facts about its file. */
    public int target(long stream, long file, String path, long inode, FileIdentity identity) {
        if (targets == targetStream.length) {
            int more = targets * 2;
            targetStream = Arrays.copyOf(targetStream, more);
            targetFile = Arrays.copyOf(targetFile, more);
            targetPath = Arrays.copyOf(targetPath, more);
            targetInode = Arrays.copyOf(targetInode, more);
            targetFileSystem = Arrays.copyOf(targetFileSystem, more);
            targetBlockPool = Arrays.copyOf(targetBlockPool, more);
            targetEcPolicy = Arrays.copyOf(targetEcPolicy, more);
            targetFirstBlock = Arrays.copyOf(targetFirstBlock, more);
        }
        targetFileSystem[targets] = fileSystems.indexOrNone(identity.fileSystem());
        targetBlockPool[targets] = blockPools.indexOrNone(identity.blockPool());
        targetEcPolicy[targets] = ecPolicies.indexOrNone(identity.ecPolicy());
        targetFirstBlock[targets] = identity.firstBlock();
        identified |= !identity.equals(FileIdentity.NONE);
        targetStream[targets] = stream;
        targetFile[targets] = file;
        targetPath[targets] = paths.index(path);
        targetInode[targets] = inode;
        return targets++;
    }

    /**
     * Adds an event.
     *
     * @param startNanos start as a value of {@link System#nanoTime}
     * @param durationNanos duration in nanoseconds, at least 0
     * @param callCode {@link Call#code}
     * @param threadIndex result of {@link #thread}
     * @param targetIndex result of {@link #target}
     * @param offsetValue offset in the file in bytes, or -1
     * @param lengthValue requested length in bytes, or -1
     * @param resultValue result of the call
     */
    public void add(
            long startNanos,
            long durationNanos,
            int callCode,
            int threadIndex,
            int targetIndex,
            long offsetValue,
            long lengthValue,
            long resultValue) {
        if (size == start.length) {
            grow();
        }
        int i = size++;
        start[i] = startNanos;
        duration[i] = Math.max(0, durationNanos);
        call[i] = (byte) callCode;
        thread[i] = threadIndex;
        target[i] = targetIndex;
        offset[i] = bounded(offsetValue);
        length[i] = bounded(lengthValue);
        result[i] = bounded(resultValue);
        bytes += resultValue > 0 && Call.moves(callCode) ? resultValue : 0;
        calls += callCode == Call.LOST.code() ? 0 : 1;
    }

    /** Sets the user of the last event. */
    public void user(String name) {
        user.set(size - 1, users.index(name) + 1L);
    }

    /** Sets the class name of the exception of the last event. */
    public void exception(String name) {
        exception.set(size - 1, exceptions.index(name) + 1L);
    }

    /** Sets the detail of the last event. */
    public void detail(String text) {
        detail.set(size - 1, details.index(text) + 1L);
    }

    /** Sets the second path of the last event. */
    public void other(String path) {
        other.set(size - 1, paths.index(path) + 1L);
    }

    /** Sets the group of the last event, at least 0. */
    public void group(long id) {
        group.set(size - 1, id + 1);
    }

    /** Makes the last event one for several consecutive calls of one kind. */
    public void series(long count, Call of) {
        calls += count - 1;
        detail("count=" + count + " call=" + of.label());
    }

    /**
     * Adds the event that stands for lost calls of one thread.
     *
     * @param startNanos start of the first call
     * @param durationNanos time until the end of the last one
     * @param threadIndex result of {@link #thread}
     * @param targetIndex a target without a file
     * @param count number of calls
     * @param moved number of bytes that they moved
     * @param loss their kind, and the cause
     */
    public void lost(
            long startNanos, long durationNanos, int threadIndex, int targetIndex, long count, long moved, Loss loss) {
        add(startNanos, durationNanos, Call.LOST.code(), threadIndex, targetIndex, -1, count, moved);
        detail(loss.detail());
        markers++;
    }

    /** Receiver of lost calls. */
    public interface LossSink {
        /** See {@link BlockBuilder#lost}; the thread has an id and a name. */
        void lost(
                long threadId,
                String thread,
                Call.Kind kind,
                Drops.Cause cause,
                long count,
                long moved,
                long from,
                long to);
    }

    /** Reports the calls of all events as lost, because of {@code cause} unless an event has another one. */
    public void losses(Drops.Cause cause, LossSink sink) {
        for (int i = 0; i < size; i++) {
            Call of = Call.ofCode(call[i] & 0xFF);
            String text = detail.get(i) == 0 ? "" : details.all().get((int) detail.get(i) - 1);
            Loss loss = of == Call.LOST ? Loss.of(text) : new Loss(of.kind(), cause);
            long count = of == Call.LOST ? length[i] : Loss.calls(of, text);
            long moved = of == Call.LOST || Call.moves(of.code()) ? Math.max(0, result[i]) : 0;
            sink.lost(
                    threadId[thread[i]],
                    threads.all().get(thread[i]),
                    loss.kind(),
                    loss.cause(),
                    count,
                    moved,
                    start[i],
                    start[i] + duration[i]);
        }
    }

    /** Removes all events and names. */
    public void clear() {
        paths.clear();
        threads.clear();
        users.clear();
        exceptions.clear();
        details.clear();
        threadIndexes.clear();
        fileSystems.clear();
        blockPools.clear();
        ecPolicies.clear();
        identified = false;
        targets = 0;
        size = 0;
        markers = 0;
        calls = 0;
        bytes = 0;
        user.clear();
        exception.clear();
        detail.clear();
        other.clear();
        group.clear();
    }

    private void grow() {
        int more = size * 2;
        start = Arrays.copyOf(start, more);
        duration = Arrays.copyOf(duration, more);
        call = Arrays.copyOf(call, more);
        thread = Arrays.copyOf(thread, more);
        target = Arrays.copyOf(target, more);
        offset = Arrays.copyOf(offset, more);
        length = Arrays.copyOf(length, more);
        result = Arrays.copyOf(result, more);
    }

    private static long bounded(long value) {
        return Math.max(-Layout.MAX_NUMBER, Math.min(Layout.MAX_NUMBER, value));
    }

    /** Strings, numbered by their first occurrence. */
    static final class Names {
        private final Map<String, Integer> indexes = new HashMap<>();
        private final List<String> names = new ArrayList<>();
        private long chars;

        /** Returns the index of a name + 1, or 0 for the empty name. */
        int indexOrNone(String name) {
            return name.isEmpty() ? 0 : index(name) + 1;
        }

        /** Adds a name, even if it is known, and returns its index. */
        int add(String name) {
            names.add(kept(name));
            chars += names.get(names.size() - 1).length();
            return names.size() - 1;
        }

        private static String kept(String name) {
            return name.length() <= Layout.MAX_NAME ? name : name.substring(0, Layout.MAX_NAME);
        }

        int index(String name) {
            String kept = kept(name);
            Integer known = indexes.putIfAbsent(kept, names.size());
            if (known != null) {
                return known;
            }
            names.add(kept);
            chars += kept.length();
            return names.size() - 1;
        }

        List<String> all() {
            return names;
        }

        void clear() {
            indexes.clear();
            names.clear();
            chars = 0;
        }
    }

    /** A column in which few events have a value. */
    static final class Sparse {
        private long[] values = new long[0];
        private int used;

        void set(int event, long value) {
            if (event >= values.length) {
                values = Arrays.copyOf(values, Math.max(1024, Integer.highestOneBit(event) * 2));
            }
            values[event] = value;
            used = event + 1;
        }

        boolean empty() {
            return used == 0;
        }

        long get(int event) {
            return event < used ? values[event] : 0;
        }

        void clear() {
            Arrays.fill(values, 0, used, 0);
            used = 0;
        }
    }
}
