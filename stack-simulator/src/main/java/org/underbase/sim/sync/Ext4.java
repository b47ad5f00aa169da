package org.underbase.sim.sync;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Journal of ext4. The changes of inodes form transactions. One of them at a time is committed: its blocks are written, the disk is
 * flushed, a commit record is written, and the disk is flushed again. An fsync writes the pages of its file, and waits for the
 * commit of the last change of the inode; if that is already committed, it only flushes the disk. A transaction is also
 * committed when it is 5 s old. A change waits while the blocks of a transaction are written, because inodes share blocks.
 * Committed blocks are written to their places later, each with a seek.
 */
public final class Ext4 {
    private static final int JOURNAL = Integer.MIN_VALUE;
    private static final int PLACES = JOURNAL + 1;
    /** Distance of two places in pages: not adjacent. */
    private static final int DISTANCE = 100;

    /** Pages of the longest file whose blocks are from a shared range: 64 KiB. */
    private static final int SHARED_RANGE_PAGES = 16;

    private static final int INODES_PER_PAGE = 16;
    /** Block bitmap and group descriptor. */
    private static final int FREE_SPACE_PAGES = 2;

    private static final long AGE = TimeUnit.SECONDS.toNanos(5);

    private final Events events;
    private final EventDisk disk;
    /** Transactions of the last changes of files that exist. */
    private final Map<Integer, Long> changed = new HashMap<>();

    private final Map<Long, List<Runnable>> waiting = new HashMap<>();
    private final List<Runnable> blocked = new ArrayList<>();
    private final Set<Integer> inodes = new HashSet<>();
    private boolean allocated;
    private long running = 1;
    private long committed;
    private boolean isCommitting;
    private boolean isWritingBlocks;
    private boolean isRequested;
    private int journalPage;
    /** Blocks whose places have old contents. */
    private int outdated;

    /**
     * Creates an empty journal.
     *
     * @param events events of the simulation
     * @param disk disk of the file system
     */
    public Ext4(Events events, EventDisk disk) {
        this.events = events;
        this.disk = disk;
    }

    /** Changes inodes; the action follows. */
    void change(List<Integer> files, Runnable then) {
        if (isWritingBlocks) {
            blocked.add(() -> change(files, then));
            return;
        }
        files.forEach(this::change);
        then.run();
    }

    private void change(int file) {
        if (inodes.isEmpty()) {
            long transaction = running;
            events.at(events.now() + AGE, () -> {
                if (running == transaction) {
                    request();
                }
            });
        }
        inodes.add(file);
        changed.put(file, running);
    }

    /** Returns whether a number on the disk is that of the journal or of the places of its blocks. */
    public static boolean isMetadata(int file) {
        return file == JOURNAL || file == PLACES;
    }

    /** Deletes files, after earlier changes; the action follows. */
    void delete(List<Integer> files, Runnable then) {
        if (isWritingBlocks) {
            blocked.add(() -> delete(files, then));
            return;
        }
        files.forEach(changed::remove);
        then.run();
    }

    /** Gives a file new blocks. */
    void allocate(int file) {
        change(file);
        allocated = true;
    }

    /**
     * Fsyncs a file; the action follows at the end. Files of at most 64 KiB get their blocks from a range that they share, so that
     * new pages do not follow the previous page of the file on the disk. Those of longer files do. A deleted file is not written.
     *
     * @param file number of the file
     * @param firstPage first changed page
     * @param pages number of changed pages
     * @param allocates whether the file gets blocks
     * @param then the action
     */
    void fsync(int file, int firstPage, int pages, boolean allocates, Runnable then) {
        if (!changed.containsKey(file)) {
            events.at(events.now(), then);
            return;
        }
        Runnable wait = () -> awaitCommit(changed.getOrDefault(file, 0L), then);
        if (allocates) {
            allocate(file);
        }
        if (allocates && pages > 1 && firstPage + pages <= SHARED_RANGE_PAGES) {
            disk.write(file, firstPage, 1, () -> {});
            disk.write(file, firstPage + DISTANCE, pages - 1, wait);
        } else {
            disk.write(file, firstPage, pages, wait);
        }
    }

    private void awaitCommit(long transaction, Runnable then) {
        if (transaction <= committed) {
            disk.flush(then);
            return;
        }
        waiting.computeIfAbsent(transaction, any -> new ArrayList<>()).add(then);
        if (transaction == running) {
            request();
        }
    }

    private void request() {
        if (isCommitting) {
            isRequested = true;
        } else {
            commit();
        }
    }

    private void commit() {
        isCommitting = true;
        isWritingBlocks = true;
        isRequested = false;
        running++;
        int blocks = (inodes.size() + INODES_PER_PAGE - 1) / INODES_PER_PAGE + (allocated ? FREE_SPACE_PAGES : 0);
        inodes.clear();
        allocated = false;
        // A descriptor, the blocks, and later the commit record.
        int first = journalPage;
        int record = first + 1 + blocks;
        journalPage = record + 1;
        disk.write(JOURNAL, first, 1 + blocks, () -> {
            unblock();
            disk.flush(() -> disk.write(JOURNAL, record, 1, () -> disk.flush(() -> committed(blocks))));
        });
    }

    private void unblock() {
        isWritingBlocks = false;
        List<Runnable> now = List.copyOf(blocked);
        blocked.clear();
        now.forEach(Runnable::run);
    }

    private void committed(int blocks) {
        committed++;
        isCommitting = false;
        if (outdated == 0) {
            events.at(events.now() + WriteBack.AGE, this::writeToPlaces);
        }
        outdated = Math.max(outdated, blocks);
        if (isRequested) {
            commit();
        }
        List<Runnable> ended = waiting.remove(committed);
        if (ended != null) {
            ended.forEach(Runnable::run);
        }
    }

    private void writeToPlaces() {
        for (int block = 0; block < outdated; block++) {
            disk.write(PLACES, block * DISTANCE, 1, () -> {});
        }
        outdated = 0;
    }
}
