package org.underbase.combinedlog.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Files of one block on a file system that loses unsynced changes in a power failure. Changes of names and lengths survive in order
 * up to some point, as on a journaling file system. Each write survives completely, partly or not at all, independent of the others.
 * Its operations are atomic.
 */
final class SimulatedFiles {
    static final class Inode {
        private byte[] now = new byte[0];
        private byte[] disk = new byte[0];
        /** Writes of a failed fsync: their pages are clean, although they are not on disk. */
        private final List<Write> lost = new ArrayList<>();

        byte[] now() {
            return now;
        }
    }

    /** Operation that is not on disk yet. */
    sealed interface Op {}

    static final class Write implements Op {
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

        boolean contains(Inode other, int offset) {
            return other == inode && position <= offset && offset < position + bytes.length;
        }
    }

    record Truncate(Inode inode, int length) implements Op {}

    record Link(String name, Inode inode) implements Op {}

    record Unlink(String name) implements Op {}

    record Rename(String from, String to) implements Op {}

    private final Map<String, Inode> now = new TreeMap<>();
    private final Map<String, Inode> disk = new TreeMap<>();
    private final List<Op> pending = new ArrayList<>();

    /** Returns the files by name, with their content in the page cache. */
    synchronized Map<String, Inode> now() {
        return now;
    }

    synchronized boolean isDirty() {
        return !pending.isEmpty();
    }

    synchronized boolean allOnDisk() {
        return pending.stream().allMatch(op -> op instanceof Write write && !now.containsValue(write.inode()))
                && now.values().stream().allMatch(inode -> Arrays.equals(inode.now, inode.disk));
    }

    synchronized void apply(Op op) {
        pending.add(op);
        if (op instanceof Write write) {
            write.inode().now = put(write.inode().now, write.position(), write.bytes(), 0, write.bytes().length);
        } else if (op instanceof Truncate truncate) {
            truncate.inode().now = Arrays.copyOf(truncate.inode().now, truncate.length());
        } else if (op instanceof Link link) {
            now.put(link.name(), link.inode());
        } else if (op instanceof Unlink unlink) {
            now.remove(unlink.name());
        } else if (op instanceof Rename rename) {
            now.put(rename.to(), now.remove(rename.from()));
        }
    }

    void losePower(Random random) {
        int namesKept = random.nextInt(pending.size() + 1);
        boolean ordered = true;
        for (int i = 0; i < pending.size(); i++) {
            if (pending.get(i) instanceof Write write) {
                survive(write, random);
            } else {
                ordered &= i < namesKept;
                if (ordered) {
                    land(pending.get(i));
                }
            }
        }
        pending.clear();
        now.clear();
        now.putAll(disk);
        now.values().forEach(inode -> {
            inode.now = inode.disk.clone();
            inode.lost.clear();
        });
    }

    /** Drops clean pages from the cache: a read returns the bytes on disk again. */
    void evict() {
        for (Inode inode : now.values()) {
            inode.lost.forEach(this::evict);
            inode.lost.clear();
        }
    }

    private void evict(Write write) {
        Inode inode = write.inode();
        int end = Math.min(inode.now.length, write.position() + write.bytes().length);
        for (int at = write.position(); at < end; at++) {
            int position = at;
            if (pending.stream().noneMatch(op -> op instanceof Write other && other.contains(inode, position))) {
                inode.now[at] = at < inode.disk.length ? inode.disk[at] : 0;
            }
        }
    }

    /** A disk writes the header of a checksum file completely or not at all. */
    private static void survive(Write write, Random random) {
        int length = write.bytes().length;
        int drawn = random.nextInt(length + 1);
        int torn = write.position() == 0 && drawn < ChecksumLayout.HEADER ? 0 : drawn;
        switch (random.nextInt(4)) {
            case 0 -> {}
            case 1 -> land(write, 0, length);
            case 2 -> land(write, 0, torn);
            default -> land(write, torn, length);
        }
    }

    private static void land(Write write, int from, int to) {
        Inode inode = write.inode();
        if (from < to) {
            inode.disk = put(inode.disk, write.position() + from, write.bytes(), from, to - from);
        }
    }

    private void land(Op op) {
        if (op instanceof Write write) {
            land(write, 0, write.bytes().length);
        } else if (op instanceof Truncate truncate) {
            if (truncate.inode().disk.length > truncate.length()) {
                truncate.inode().disk = Arrays.copyOf(truncate.inode().disk, truncate.length());
            }
        } else if (op instanceof Link link) {
            disk.put(link.name(), link.inode());
        } else if (op instanceof Unlink unlink) {
            disk.remove(unlink.name());
        } else if (op instanceof Rename rename) {
            disk.put(rename.to(), disk.remove(rename.from()));
        }
    }

    private static byte[] put(byte[] content, int position, byte[] bytes, int from, int count) {
        byte[] result = content.length >= position + count ? content : Arrays.copyOf(content, position + count);
        System.arraycopy(bytes, from, result, position, count);
        return result;
    }

    /** Writes back a random operation without an fsync. */
    void writeBack(Random random) {
        Op chosen = pending.get(random.nextInt(pending.size()));
        int until = pending.indexOf(chosen);
        // A write after a truncation lands with the truncation, which would remove it otherwise.
        boolean namesToo = pending.subList(0, until).stream()
                .anyMatch(op -> chosen instanceof Write write
                        && op instanceof Truncate truncate
                        && truncate.inode() == write.inode());
        List<Op> left = new ArrayList<>();
        for (int i = 0; i < pending.size(); i++) {
            Op op = pending.get(i);
            boolean lands = i <= until
                    && (op instanceof Write other
                            ? chosen instanceof Write write && other.inode() == write.inode()
                            : namesToo || !(chosen instanceof Write));
            landOrKeep(op, lands, left);
        }
        pending.clear();
        pending.addAll(left);
    }

    /** Performs an fsync of one file; it commits the file system's journal. */
    synchronized void flush(Inode inode) {
        List<Op> left = new ArrayList<>();
        pending.forEach(op -> landOrKeep(op, !(op instanceof Write write) || write.inode() == inode, left));
        pending.clear();
        pending.addAll(left);
    }

    /** Writes everything to disk. */
    synchronized void flushAll() {
        pending.forEach(this::land);
        pending.clear();
    }

    private void landOrKeep(Op op, boolean lands, List<Op> left) {
        if (lands) {
            land(op);
            truncateEarlier(left, op);
        } else {
            left.add(op);
        }
    }

    /** Performs a failed fsync: the kernel marks some pages clean that are not on disk. */
    synchronized void failFlush(Random random) {
        pending.removeIf(op -> op instanceof Write write
                && random.nextBoolean()
                && write.inode().lost.add(write));
    }

    /** All pages of a file were written again. */
    static void rewritten(Inode inode) {
        inode.lost.clear();
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
}
