package org.underbase.sim.sync;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.FixedDisk;

/**
 * Hsyncs of a DataNode with a combined log on its own disk: one server that commits all records that arrived
 * during the previous commit, after a delay for the writers of the last two commits. Block files are written back; a full segment
 * fsyncs them. Thread-confined.
 */
public final class JournaledSyncs {
    /** Header of a record and of its payload, block pool ID and storage ID. */
    private static final int RECORD = 32 + 40 + 41 + 39;

    private static final int ALIGNMENT = 8;
    private static final int CHUNK = 512;
    private static final int CHECKSUM = 4;
    private static final int JOURNAL_FILE = 1;
    private static final int DELAY_SHARE = 4;
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MOST_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

    private final Events events;
    private final EventDisk journal;
    private final Ext4 ext4;
    private final int segmentPages;
    private final Runnable fullSegment;
    private List<Pending> pending = new ArrayList<>();
    private Set<Integer> last = Set.of();
    private Set<Integer> secondLast = Set.of();
    private long lastCommitNanos;
    private int expected;
    private boolean isCommitting;
    private boolean isDelayed;
    private int segment = JOURNAL_FILE;
    private int page = 1;

    /**
     * Hsync that waits for its commit.
     *
     * @param bytes bytes of the hsync
     * @param then action that follows
     */
    private record Pending(SyncLoad.Write bytes, Runnable then) {}

    /**
     * Creates an empty journal.
     *
     * @param events events of the simulation
     * @param journal disk of the journal
     * @param segmentBytes size of a segment
     * @param fullSegment action that follows when a segment is full
     */
    public JournaledSyncs(Events events, EventDisk journal, long segmentBytes, Runnable fullSegment) {
        this.events = events;
        this.journal = journal;
        this.ext4 = new Ext4(events, journal);
        this.segmentPages = Math.toIntExact(segmentBytes / Disk.PAGE);
        this.fullSegment = fullSegment;
    }

    /**
     * Simulates a load.
     *
     * @param load hsyncs and block data
     * @param model speed of each disk
     * @param segmentBytes size of a segment
     */
    public static SyncTimes run(SyncLoad load, FixedDisk model, long segmentBytes) {
        Events events = new Events();
        EventDisk data = new EventDisk(events, model);
        EventDisk journal = new EventDisk(events, model);
        WriteBack writeBack = new WriteBack(events, data, new Ext4(events, data));
        JournaledSyncs log = new JournaledSyncs(events, journal, segmentBytes, writeBack::fsyncEach);
        List<Long> nanos = new ArrayList<>();
        for (SyncLoad.Write write : load.blockData()) {
            events.at(write.nanos(), () -> writeBack.write(write.block(), write.offset(), write.length(), () -> {}));
        }
        for (SyncLoad.Write sync : load.syncs()) {
            Runnable synced = () -> nanos.add(events.now() - sync.nanos());
            events.at(
                    sync.nanos(),
                    () -> writeBack.write(sync.block(), sync.offset(), sync.length(), () -> log.sync(sync, synced)));
        }
        events.run();
        return new SyncTimes(
                List.copyOf(nanos), data.use().bytesWritten(), journal.use().bytesWritten());
    }

    /** Commits the record of bytes that the page cache contains; the action follows at the end. */
    public void sync(SyncLoad.Write sync, Runnable then) {
        pending.add(new Pending(sync, then));
        if (!isCommitting) {
            begin();
        } else if (isDelayed && writers(pending).size() >= expected) {
            commit();
        }
    }

    private static Set<Integer> writers(List<Pending> syncs) {
        Set<Integer> writers = new HashSet<>();
        syncs.forEach(sync -> writers.add(sync.bytes().block()));
        return writers;
    }

    private void begin() {
        isCommitting = true;
        Set<Integer> recent = new HashSet<>(last);
        recent.addAll(secondLast);
        expected = recent.size();
        if (expected <= 1 || lastCommitNanos <= SLOW_NANOS || writers(pending).size() >= expected) {
            commit();
            return;
        }
        isDelayed = true;
        events.at(events.now() + Math.min(lastCommitNanos / DELAY_SHARE, MOST_DELAY_NANOS), () -> {
            if (isDelayed) {
                commit();
            }
        });
    }

    private void commit() {
        isDelayed = false;
        List<Pending> batch = pending;
        pending = new ArrayList<>();
        long begin = events.now();
        int pages = pages(batch);
        ext4.change(List.of(segment), () -> write(pages, () -> committed(batch, begin)));
    }

    private void write(int pages, Runnable then) {
        if (page + pages > segmentPages) {
            segment++;
            page = 1 + pages;
            // The first commit of a segment contains its header, and is a write and an fsync.
            ext4.change(List.of(segment), () -> ext4.fsync(segment, 0, 1 + pages, false, then));
            fullSegment.run();
        } else {
            journal.write(segment, page, pages, () -> journal.flush(then));
            page += pages;
        }
    }

    private void committed(List<Pending> batch, long begin) {
        batch.forEach(sync -> sync.then().run());
        lastCommitNanos = events.now() - begin;
        secondLast = last;
        last = writers(batch);
        if (pending.isEmpty()) {
            isCommitting = false;
        } else {
            begin();
        }
    }

    /** Returns the pages of a commit: records with data from the start of a chunk. */
    private static int pages(List<Pending> batch) {
        long bytes = 0;
        for (Pending sync : batch) {
            long data = sync.bytes().end() - sync.bytes().offset() / CHUNK * CHUNK;
            long record = RECORD + data + (data + CHUNK - 1) / CHUNK * CHECKSUM;
            bytes += (record + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        }
        return Math.toIntExact((bytes + Disk.PAGE - 1) / Disk.PAGE);
    }
}
