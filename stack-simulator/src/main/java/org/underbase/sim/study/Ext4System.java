package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.FixedDisk;
import org.underbase.sim.linux.WriteCause;
import org.underbase.sim.request.Activity;
import org.underbase.sim.study.Alternative.Switch;
import org.underbase.sim.sync.EventDisk;
import org.underbase.sim.sync.Events;
import org.underbase.sim.sync.Ext4;
import org.underbase.sim.sync.JournaledSyncs;
import org.underbase.sim.sync.StockSyncs;
import org.underbase.sim.sync.SyncLoad;
import org.underbase.sim.sync.WriteBack;

/**
 * Page cache of Linux, and ext4 on disks that serve requests in the order of their arrival: the models of the benchmark
 * {@code prediction}. The page cache decides which pages are read, and which are written before they are old; no process waits
 * for such a write. Hsyncs are those of stock HDFS, or records of a combined log on the last disk. The latency of a log is that
 * of an hsync; its queue is the time until its disk has served the requests before it. All requests count in the slice in which
 * they arrive. At its end, disks serve those that wait, and the next slice begins then.
 */
final class Ext4System extends LinuxSystem {
    private static final int MEGABYTE_PAGES = (1 << 20) / Disk.PAGE;

    private final boolean hasHsync;
    private final Events events = new Events();
    private final double pageNanos;
    private final List<DataDisk> disks = new ArrayList<>();
    /** Disk of the journal, or null. */
    private final EventDisk journalDisk;

    private final JournaledSyncs journal;
    /** Ends of the blocks that are written. */
    private final Map<Integer, Integer> ends = new HashMap<>();

    private int reads;
    /** Hsyncs that wait. */
    private int waiting;
    /** Time in which disks served queues at the ends of slices. */
    private long delay;

    private record DataDisk(EventDisk disk, WriteBack cache, StockSyncs syncs) {}

    Ext4System(Alternative alternative) {
        super(alternative);
        FixedDisk model = new FixedDisk(
                alternative.disk().bytesPerSecond(),
                alternative.disk().fullSeekNanos(),
                alternative.syncs().flushNanos());
        this.hasHsync = alternative.has(Switch.HSYNC);
        this.pageNanos = model.transferNanos((long) MEGABYTE_PAGES * Disk.PAGE) / (double) MEGABYTE_PAGES;
        boolean hasJournal = alternative.has(Switch.COMBINED_LOG);
        for (int i = hasJournal ? 1 : 0; i < alternative.hardware().disks(); i++) {
            EventDisk disk = new EventDisk(events, model, this::served);
            Ext4 ext4 = new Ext4(events, disk);
            disks.add(new DataDisk(disk, new WriteBack(events, disk, ext4), new StockSyncs(ext4)));
        }
        this.journalDisk = hasJournal
                ? new EventDisk(
                        events,
                        model,
                        (file, pages, isWrite, wait, seek) -> served(activity(file, Activity.LOG), pages, wait, seek))
                : null;
        this.journal = hasJournal
                ? new JournaledSyncs(
                        events,
                        journalDisk,
                        alternative.syncs().segmentBytes(),
                        () -> disks.forEach(disk -> disk.cache().fsyncEach()))
                : null;
    }

    private void served(int file, int pages, boolean isWrite, long wait, long seek) {
        if (!isWrite) {
            statistics().served(reads, pages, wait, seek, pageNanos);
        } else {
            served(activity(file, writer(WriteBack.block(file))), pages, wait, seek);
        }
    }

    /** Returns the activity of a write: metadata of ext4 belongs to none. */
    private static Activity activity(int file, Activity writer) {
        return Ext4.isMetadata(file) ? Activity.OTHER_WRITE : writer;
    }

    /** Counts a write for which no process waits, or a flush. */
    private void served(Activity activity, int pages, long wait, long seek) {
        if (pages == 0) {
            statistics().occupied(seek);
        } else {
            statistics().served(kind(activity, false), pages, wait, seek, pageNanos);
        }
    }

    private DataDisk of(int file) {
        return disks.get(file % disks.size());
    }

    private void runUntil(long time) {
        events.runUntil(time + delay);
    }

    @Override
    public void accept(Batch batch) {
        runUntil(batch.start);
        super.accept(batch);
    }

    @Override
    void submit(long time, int name, int first, int pages, Activity activity, boolean isWaitedFor) {
        runUntil(time);
        reads = kind(activity, isWaitedFor);
        int file = name / 2;
        of(file).disk().read(name == cacheFile(file, false) ? file : WriteBack.checksums(file), first, pages, () -> {});
    }

    @Override
    public void write(long time, int name, int first, int pages, WriteCause cause) {
        int file = name / 2;
        // The file system writes old pages itself. It writes checksums with their data.
        if (cause != WriteCause.AGE && name == cacheFile(file, false)) {
            runUntil(time);
            of(file).cache().write(file, (long) (first + pages) * Disk.PAGE);
        }
    }

    @Override
    void written(long time, int name, Activity activity, int offset, int length) {
        if (journal == null) {
            // The page cache has no dirty pages of a log after its fsync.
            super.written(time, name, activity, offset, length);
        }
        int file = name / 2;
        if (name != cacheFile(file, false)) {
            // The models derive the writes of checksums from those of data.
            return;
        }
        runUntil(time);
        int from = Math.max(offset, ends.getOrDefault(file, 0));
        SyncLoad.Write write = new SyncLoad.Write(time, file, from, Math.max(1, offset + length - from));
        ends.put(file, (int) write.end());
        if (!hasHsync || activity != Activity.LOG) {
            of(file).cache().write(file, from, write.length(), () -> {});
        } else if (journal == null) {
            of(file).syncs().sync(write, synced(of(file).disk()));
        } else {
            Runnable then = synced(journalDisk);
            of(file).cache().write(file, from, write.length(), () -> journal.sync(write, then));
        }
    }

    private Runnable synced(EventDisk disk) {
        long arrival = events.now();
        long backlog = disk.backlogNanos();
        boolean isCounted = isMeasured();
        waiting++;
        return () -> {
            waiting--;
            long nanos = events.now() - arrival;
            long queue = Math.min(nanos, backlog);
            if (isCounted) {
                statistics().waited(Activity.LOG.index(), queue, nanos - queue);
            }
        };
    }

    @Override
    void delete(long time, int file, int length) {
        runUntil(time);
        of(file).cache().delete(file);
        ends.remove(file);
        super.delete(time, file, length);
    }

    @Override
    void endQueues() {
        long end = events.now();
        while ((waiting > 0 || !areIdle()) && events.next()) {
            // Until all requests are served.
        }
        delay += events.now() - end;
    }

    private boolean areIdle() {
        return (journalDisk == null || journalDisk.isIdle())
                && disks.stream().allMatch(disk -> disk.disk().isIdle());
    }
}
