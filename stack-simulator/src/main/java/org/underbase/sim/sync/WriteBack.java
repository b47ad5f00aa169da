package org.underbase.sim.sync;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.underbase.sim.disk.Disk;

/**
 * Write-back of block files that grow in the page cache, and of their checksum files. Linux writes back a file after its oldest
 * change is 30 s old, and looks for such files every 5 s.
 */
public final class WriteBack {
    /** 30 s, and half of 5 s. */
    static final long AGE = TimeUnit.MILLISECONDS.toNanos(32_500);

    private static final int BYTES_PER_CHECKSUM_BYTE = 128;

    private final Events events;
    private final EventDisk disk;
    private final Ext4 ext4;
    private final Map<Integer, Dirty> files = new TreeMap<>();

    /**
     * Bytes of a file that are only in the page cache.
     *
     * @param since time of the first one
     * @param from offset of the first one
     * @param to offset of the end
     */
    private record Dirty(long since, long from, long to) {}

    /**
     * Creates an empty page cache.
     *
     * @param events events of the simulation
     * @param disk disk of the files
     * @param ext4 file system on the disk
     */
    public WriteBack(Events events, EventDisk disk, Ext4 ext4) {
        this.events = events;
        this.disk = disk;
        this.ext4 = ext4;
    }

    /** Returns the number of the checksum file of a block. */
    public static int checksums(int block) {
        return ~block;
    }

    /** Returns the number of the block of a file, which is a block file or a checksum file. */
    public static int block(int file) {
        return file < 0 ? ~file : file;
    }

    /** Returns the offset of the checksum of a byte. */
    static long checksumOffset(long offset) {
        return offset / BYTES_PER_CHECKSUM_BYTE;
    }

    /** Adds bytes at the end of a block; the action follows. */
    public void write(int block, long offset, long length, Runnable then) {
        ext4.change(List.of(block, checksums(block)), () -> {
            Dirty before = files.get(block);
            long since = before == null ? events.now() : before.since();
            files.put(block, new Dirty(since, before == null ? offset : before.from(), offset + length));
            if (before == null) {
                events.at(since + AGE, () -> writeExpired(block, since));
            }
            then.run();
        });
    }

    /** Deletes a block, whose bytes in the page cache are never written then. */
    public void delete(int block) {
        ext4.delete(List.of(block, checksums(block)), () -> files.remove(block));
    }

    private void writeExpired(int block, long since) {
        Dirty dirty = files.get(block);
        if (dirty != null && dirty.since() == since) {
            write(block, dirty, dirty.to());
        }
    }

    /** Writes bytes of a block before an offset that are only in the page cache, and their checksums. */
    public void write(int block, long end) {
        Dirty dirty = files.get(block);
        if (dirty != null && dirty.from() < end) {
            write(block, dirty, Math.min(end, dirty.to()));
        }
    }

    private void write(int block, Dirty dirty, long end) {
        if (end < dirty.to()) {
            files.put(block, new Dirty(dirty.since(), end, dirty.to()));
        } else {
            files.remove(block);
        }
        Pages data = Pages.of(dirty.from(), end);
        Pages checksums = Pages.of(checksumOffset(dirty.from()), checksumOffset(end));
        disk.write(block, data.first(), data.count(), () -> {});
        disk.write(checksums(block), checksums.first(), checksums.count(), () -> {});
        ext4.allocate(block);
    }

    /** Fsyncs the files of all blocks in turn. */
    public void fsyncEach() {
        Map<Integer, Dirty> all = new TreeMap<>(files);
        files.clear();
        fsync(all.entrySet().iterator());
    }

    private void fsync(Iterator<Map.Entry<Integer, Dirty>> blocks) {
        if (blocks.hasNext()) {
            Map.Entry<Integer, Dirty> next = blocks.next();
            int block = next.getKey();
            Pages data = Pages.of(next.getValue().from(), next.getValue().to());
            Pages checksums = Pages.of(
                    checksumOffset(next.getValue().from()),
                    checksumOffset(next.getValue().to()));
            ext4.fsync(
                    block,
                    data.first(),
                    data.count(),
                    true,
                    () -> ext4.fsync(
                            checksums(block), checksums.first(), checksums.count(), false, () -> fsync(blocks)));
        }
    }

    /**
     * Pages of a range of bytes.
     *
     * @param first first page
     * @param count number of pages
     */
    public record Pages(int first, int count) {
        /** Returns the pages of the bytes {@code from} to {@code to - 1}. */
        public static Pages of(long from, long to) {
            int first = (int) (from / Disk.PAGE);
            int last = (int) (Math.max(from, to - 1) / Disk.PAGE);
            return new Pages(first, last - first + 1);
        }
    }
}
