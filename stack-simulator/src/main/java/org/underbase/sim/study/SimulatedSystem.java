package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.underbase.sim.cache.FlashPolicy;
import org.underbase.sim.cache.StackListener;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskModel;
import org.underbase.sim.disk.DiskStatistics;
import org.underbase.sim.request.Activity;

/** Disks below a RAM and flash cache with the promote policy. Local files are distributed over the disks in turn. */
class SimulatedSystem implements Simulation {
    private final Hardware hardware;
    private final DiskModel model;
    private final int ramPages;
    private final int cachePages;
    private final List<Slice> slices = new ArrayList<>();
    private int number = Batch.NO_SLICE;
    private boolean measured;
    private Slice slice = new Slice();
    private Disk[] disks = {};
    private int diskCount;
    private OwnCache ownCache;
    /** Disks of tiers, or null if all disks are equal. */
    private TierDisks tiers;

    private Slice sum = new Slice();
    private boolean distributions;
    private boolean logsAreForeground;

    SimulatedSystem(Hardware hardware, DiskModel model) {
        this.hardware = hardware;
        this.model = model;
        this.ramPages = LayeredStudy.pages(hardware.ramGigabytes());
        this.cachePages = ramPages + LayeredStudy.pages(hardware.flashGigabytes());
    }

    final Hardware hardware() {
        return hardware;
    }

    /** Simulates RAM and flash for this system only. It then needs reads and deletions also outside of slices. */
    final void useOwnCache(FlashPolicy policy) {
        ownCache = new OwnCache(hardware, policy);
    }

    /** Uses the disks of tiers. */
    final void useTiers(TierDisks disksOfTiers) {
        tiers = disksOfTiers;
    }

    final boolean hasOwnCache() {
        return ownCache != null;
    }

    /** Whether the system receives the requests of a DataNode, all of them at all times. */
    boolean hasLinuxCache() {
        return false;
    }

    Optional<CacheUse> ownUse() {
        return Optional.ofNullable(ownCache).map(OwnCache::use);
    }

    /**
     * Measures the distributions of latencies.
     *
     * @param isLogForeground whether clients wait for the disk writes of logs
     */
    final void measureDistributions(boolean isLogForeground) {
        distributions = true;
        logsAreForeground = isLogForeground;
        sum = new Slice(distributions, logsAreForeground);
    }

    @Override
    public void accept(Batch batch) {
        enter(batch);
        for (int i = 0; i < batch.count; i++) {
            if (!batch.isRequest(i)) {
                changeFile(batch, i);
            } else if (hasOwnCache() && !isWrite(batch, i)) {
                readOwnCache(batch, i);
            } else if (isInSlice()) {
                request(batch, i);
            }
        }
    }

    final boolean isInSlice() {
        return number != Batch.NO_SLICE;
    }

    /** Receives the creation or deletion of a file, also outside of slices. */
    void changeFile(Batch batch, int i) {
        if (hasOwnCache() && batch.isDeletion(i)) {
            ownCache.delete(batch.file[i], pages(batch, i));
        }
    }

    private void readOwnCache(Batch batch, int i) {
        int pages = pages(batch, i);
        int inFlash = ownCache.read(batch.activity(i), batch.file[i], first(batch, i), pages, (first, missing) -> {
            if (isInSlice()) {
                submit(batch, i, first, missing);
            }
        });
        if (isInSlice() && batch.activity(i) == Activity.USER_READ) {
            slice.foreground(pages, inFlash);
        }
    }

    /** Begins the phase of a batch. */
    final void enter(Batch batch) {
        if (batch.slice != number || batch.measured != measured) {
            begin(batch);
        }
    }

    private void begin(Batch batch) {
        if (batch.slice != number) {
            endSlice();
            number = batch.slice;
            slice = new Slice(distributions, logsAreForeground);
            disks = number == Batch.NO_SLICE ? new Disk[0] : createDisks(slice.statistics());
            diskCount = Math.max(diskCount, disks.length);
        }
        for (Disk disk : disks) {
            disk.serveUntil(batch.start);
        }
        measured = batch.measured;
        slice.clear();
    }

    private Disk[] createDisks(DiskStatistics statistics) {
        return tiers == null
                ? Stream.generate(() -> new Disk(model, statistics))
                        .limit(hardware.disks())
                        .toArray(Disk[]::new)
                : tiers.create(statistics);
    }

    /** Returns the number of disks that were simulated. */
    final int diskCount() {
        return diskCount;
    }

    /** Returns the measurements of the current slice. */
    final DiskStatistics statistics() {
        return slice.statistics();
    }

    /** Simulates a request to the caches and disks. */
    void request(Batch batch, int i) {
        request(batch, i, cachePages);
    }

    final void request(Batch batch, int i, int cached) {
        int pages = pages(batch, i);
        int missing = batch.activity(i).isWrite()
                ? pages
                : StackListener.missing(pages, batch.distance[i], batch.falling[i], cached);
        foreground(batch, i, pages, missing);
        if (missing > 0) {
            submit(batch, i, first(batch, i), missing);
        }
    }

    /** Counts the pages of a read that RAM does not contain and disks do not read. */
    final void foreground(Batch batch, int i, int pages, int missing) {
        if (batch.activity(i) == Activity.USER_READ) {
            int notInRam = StackListener.missing(pages, batch.distance[i], batch.falling[i], ramPages);
            slice.foreground(pages, Math.max(0, notInRam - missing));
        }
    }

    /** Counts pages of a user read. */
    final void foreground(int pages, int inFlash) {
        slice.foreground(pages, inFlash);
    }

    /** Submits pages of a request to a disk. */
    void submit(Batch batch, int i, int first, int pages) {
        disk(batch.file[i], 0).submit(batch.time[i], batch.file[i], first, pages, kind(batch, i), isWrite(batch, i));
    }

    /** Returns the disk of a file; the last ones may be reserved for other data. */
    final Disk disk(int file, int reserved) {
        return disks[tiers == null ? file % (disks.length - reserved) : tiers.number(file)];
    }

    /** Returns the last disk. */
    final Disk lastDisk() {
        return disks[disks.length - 1];
    }

    static int first(Batch batch, int i) {
        return batch.offset[i] / Disk.PAGE;
    }

    static int pages(Batch batch, int i) {
        return (batch.offset[i] + batch.length[i] - 1) / Disk.PAGE - first(batch, i) + 1;
    }

    static int kind(Batch batch, int i) {
        return batch.activity(i).index();
    }

    static boolean isWrite(Batch batch, int i) {
        return batch.activity(i).isWrite();
    }

    final int ramPages() {
        return ramPages;
    }

    final int cachePages() {
        return cachePages;
    }

    @Override
    public void finish() {
        endSlice();
    }

    /** Serves all requests that wait; the disks are idle at the beginning of the next slice. */
    void endQueues() {
        for (Disk disk : disks) {
            disk.finish();
        }
    }

    final boolean isMeasured() {
        return measured;
    }

    private void endSlice() {
        endQueues();
        if (measured) {
            sum.add(slice);
            // Only the sum has the parts of latencies: histograms of all slices need much memory.
            slice.statistics().clearParts();
            slices.add(slice);
        }
        disks = new Disk[0];
        measured = false;
    }

    final List<Slice> slices() {
        return slices;
    }

    /** Returns the sums of all slices. */
    final Slice sum() {
        return sum;
    }

    /** Returns the mean latency of the page requests of user reads, cache hits included, in milliseconds. */
    final double foregroundMillis() {
        return sum().foregroundMillis();
    }

    /** Returns the standard error of the mean latency, from the slices; NaN if there is one only. */
    final double foregroundError() {
        return Slice.standardError(
                slices.stream().mapToDouble(Slice::foregroundMillis).toArray());
    }
}
