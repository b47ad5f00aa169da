package org.underbase.sim.study;

import java.util.Optional;
import org.agrona.collections.Int2ObjectHashMap;
import org.underbase.sim.cache.FlashPolicy;
import org.underbase.sim.cache.TieredCache;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.linux.CacheSettings;
import org.underbase.sim.linux.DiskRequests;
import org.underbase.sim.linux.DropBehind;
import org.underbase.sim.linux.LinuxCache;
import org.underbase.sim.linux.WriteCause;
import org.underbase.sim.request.Activity;
import org.underbase.sim.study.Alternative.Switch;

/**
 * Disks below the page cache of Linux. It receives the requests of a DataNode also outside of slices. Requests for which no
 * process waits load the disks; their latencies are not those of an activity. With a combined log the last disk contains the
 * journal of the logs that are synced, and the block files are written as without fsync.
 */
class LinuxSystem extends SimulatedSystem implements DiskRequests {
    private static final int JOURNAL = Integer.MAX_VALUE;

    private final Alternative alternative;
    private final LinuxCache cache;
    private final DropBehind dropBehind;
    /** Contains the pages that the page cache evicts. */
    private final TieredCache flash;

    private final Int2ObjectHashMap<Place> places = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<Activity> writers = new Int2ObjectHashMap<>();
    private Activity reader = Activity.OTHER_READ;
    private long journalEnd;
    private long flashReads;
    private long flashWrites;
    private final CacheUse use = new CacheUse();

    /**
     * Pages of a local file.
     *
     * @param block pages of the block
     * @param checksums pages of the checksum file, which follows it
     */
    private record Place(int block, int checksums) {
        static final Place UNKNOWN = new Place(Integer.MAX_VALUE, 0);
    }

    LinuxSystem(Alternative alternative) {
        super(alternative.hardware(), alternative.disk());
        this.alternative = alternative;
        long bandwidth = alternative.hardware().disks() * alternative.disk().bytesPerSecond() / Disk.PAGE;
        this.cache = new LinuxCache(CacheSettings.defaults(ramPages(), bandwidth), this);
        this.dropBehind = new DropBehind(cache);
        this.flash = new TieredCache(cachePages() - ramPages(), 0, FlashPolicy.PROMOTE, (first, pages) -> {});
    }

    @Override
    boolean hasLinuxCache() {
        return true;
    }

    @Override
    Optional<CacheUse> ownUse() {
        return Optional.of(use);
    }

    @Override
    public void accept(Batch batch) {
        // Write-backs before the phase belong to the disks of the previous one.
        cache.advance(batch.start);
        enter(batch);
        for (int i = 0; i < batch.count; i++) {
            if (batch.isRequest(i)) {
                long hits = cache.hits();
                long inserted = cache.inserted();
                long reads = flashReads;
                long writes = flashWrites;
                request(batch, i);
                use.add(
                        batch.activity(i),
                        cache.hits() - hits,
                        cache.inserted() - inserted,
                        flashReads - reads,
                        flashWrites - writes);
            } else if (batch.isDeletion(i)) {
                delete(batch.time[i], batch.file[i], batch.length[i]);
            } else {
                place(batch.file[i], batch.offset[i], batch.length[i]);
            }
        }
    }

    private void place(int file, int blockLength, int length) {
        int pages = (blockLength - 1) / Disk.PAGE + 1;
        places.put(file, new Place(pages, (length - 1) / Disk.PAGE + 1 - pages));
    }

    private Place place(int file) {
        Place place = places.get(file);
        return place == null ? Place.UNKNOWN : place;
    }

    /** Returns the number of a block's file, or of its checksum file, in the page cache. */
    static int cacheFile(int file, boolean checksums) {
        return 2 * file + (checksums ? 1 : 0);
    }

    static int kind(Activity activity, boolean isWaitedFor) {
        return isWaitedFor ? activity.index() : Slice.background(activity);
    }

    /** Returns the activity of the last write to a file; {@link Activity#OTHER_WRITE} if it is unknown. */
    final Activity writer(int file) {
        Activity writer = writers.get(file);
        return writer == null ? Activity.OTHER_WRITE : writer;
    }

    @Override
    void request(Batch batch, int i) {
        int file = batch.file[i];
        Place place = place(file);
        int blockEnd = place.block();
        boolean checksums = first(batch, i) >= blockEnd;
        int offset = checksums ? batch.offset[i] - blockEnd * Disk.PAGE : batch.offset[i];
        int length = batch.length[i];
        Activity activity = batch.activity(i);
        if (activity == Activity.LOG && alternative.logCompression() > 1) {
            int end = (int) ((offset + (long) length) / alternative.logCompression());
            offset = (int) (offset / alternative.logCompression());
            length = Math.max(1, end - offset);
        }
        int name = cacheFile(file, checksums);
        if (activity.isWrite()) {
            writers.put(file, activity);
            write(batch.time[i], name, activity, offset, length);
        } else {
            reader = activity;
            long before = flashReads;
            cache.read(batch.time[i], name, offset, length, checksums ? place.checksums() : blockEnd);
            if (isInSlice() && activity == Activity.USER_READ) {
                foreground((offset + length - 1) / Disk.PAGE - offset / Disk.PAGE + 1, (int) (flashReads - before));
            }
        }
    }

    private void write(long time, int name, Activity activity, int offset, int length) {
        cache.write(time, name, offset, length);
        if (alternative.has(Switch.NO_WRITE_ALLOCATE) && name % 2 == 0) {
            dropBehind.wrote(time, name, offset + length);
        }
        written(time, name, activity, offset, length);
    }

    /** Receives a write after the page cache; clients wait for it if it is synced. */
    void written(long time, int name, Activity activity, int offset, int length) {
        if (activity != Activity.LOG || !alternative.has(Switch.HSYNC)) {
            return;
        }
        if (alternative.has(Switch.COMBINED_LOG)) {
            int first = (int) (journalEnd / Disk.PAGE);
            journalEnd += length;
            int pages = (int) ((journalEnd - 1) / Disk.PAGE) - first + 1;
            if (isInSlice()) {
                lastDisk().submit(time, JOURNAL, first, pages, Activity.LOG.index(), true);
            }
        } else {
            cache.sync(time, name);
        }
    }

    /** Deletes a file. */
    void delete(long time, int file, int length) {
        Place place = place(file);
        int block = Math.min(place.block(), (length - 1) / Disk.PAGE + 1);
        for (boolean checksums : new boolean[] {false, true}) {
            int pages = checksums ? place.checksums() : block;
            cache.delete(time, cacheFile(file, checksums), pages);
            flash.delete(cacheFile(file, checksums), 0, pages);
        }
        dropBehind.deleted(cacheFile(file, false));
        places.remove(file);
        writers.remove(file);
    }

    @Override
    public void read(long time, int name, int first, int pages, boolean ahead) {
        int[] missing = {0};
        flash.take(name, first, pages, (from, count) -> {
            missing[0] += count;
            submit(time, name, from, count, reader, !ahead);
        });
        flashReads += pages - missing[0];
    }

    @Override
    public void write(long time, int name, int first, int pages, WriteCause cause) {
        submit(time, name, first, pages, writers.get(name / 2), cause.isWaitedFor());
    }

    /** Submits a request of the page cache to a disk. */
    void submit(long time, int name, int first, int pages, Activity activity, boolean isWaitedFor) {
        if (isInSlice()) {
            int file = name / 2;
            int page = name % 2 == 0 ? first : first + place(file).block();
            int kind = kind(activity, isWaitedFor);
            disk(file, alternative.has(Switch.COMBINED_LOG) ? 1 : 0)
                    .submit(time, file, page, pages, kind, activity.isWrite());
        }
    }

    @Override
    public void evicted(int name, int first, int pages) {
        if (cachePages() > ramPages()) {
            flashWrites += pages;
            flash.touch(name, first, pages);
        }
    }
}
