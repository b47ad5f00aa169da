package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.underbase.sim.cache.LruStack;
import org.underbase.sim.cache.StackCounts;
import org.underbase.sim.cache.StackListener;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

/**
 * Study of one stream of requests. One pass counts the hits of no-write-allocate caches of all sizes and annotates reads with
 * their distances, which the disks of all systems use, in slices of the time. All other caches simulate a sample of the
 * pages. Memory is bounded by the largest cache, not by the length of the stream.
 */
public final class LayeredStudy implements RequestListener, StackListener, AutoCloseable {
    static final int PAGES_PER_GB = 1 << 18;
    static final int[] RAM = {10, 30, 100};
    static final int[] FLASH = {0, 60, 120, 240};
    static final int[] DISKS = {10, 15, 20};

    /** Files of fewer MiB are likely to be compacted soon. */
    private static final int SMALL = 64;

    static final double NANOS_PER_MINUTE = 60e9;

    final StackCounts counts;
    final List<SimulatedSystem> systems = new ArrayList<>();
    final SampledCaches caches;
    final Sweeps sweeps;
    final Totals totals = new Totals();
    private final LruStack stack;
    private final CallQueue queue;
    private final Sample sample;
    private final double sliceMinutes;
    private final Slices slices;
    private final Workers workers;
    private final BatchStream disks;
    private final BatchStream sampled;
    private int code;
    private long time;
    private int file;
    private byte[] small = new byte[1 << 10];

    /**
     * Creates a study of generated requests.
     *
     * @param sliceEvery simulate the disks in every n-th hour
     * @param model disk
     * @param hours length of the input; caches that it does not fill are not simulated with the keep policy
     * @param threads threads of the simulations
     */
    public LayeredStudy(int sliceEvery, PaperDisk model, int hours, int threads) {
        this(StudySetup.ofHours(sliceEvery, model, hours, threads));
    }

    /** Creates a study. */
    public LayeredStudy(StudySetup setup) {
        this(setup, false);
    }

    /**
     * Creates a study.
     *
     * @param setup setup
     * @param hasLinux whether page caches of Linux are simulated, too
     */
    public LayeredStudy(StudySetup setup, boolean hasLinux) {
        sample = setup.sample();
        counts = CacheSizes.counts(sample.pagesPerGigabyte());
        stack = new LruStack(CacheSizes.LARGEST * sample.pagesPerGigabyte(), this);
        queue = new CallQueue(new Queued(), stack);
        slices = new Slices(setup.sliceEvery(), setup.sliceNanos());
        sliceMinutes = setup.sliceNanos() / NANOS_PER_MINUTE;
        workers = new Workers(setup.threads());
        caches = new SampledCaches(sample, setup.filledGigabytes(), hasLinux);
        PaperDisk model = setup.disk();
        for (int ram : RAM) {
            for (int flash : FLASH) {
                for (int count : DISKS) {
                    systems.add(new SimulatedSystem(new Hardware(ram, flash, count), model));
                }
            }
        }
        sweeps = new Sweeps(model);
        List<Simulation> all = new ArrayList<>();
        if (setup.scale() == 1) {
            all.addAll(systems);
            all.addAll(sweeps.all());
        }
        disks = new BatchStream(workers, all);
        sampled = new BatchStream(workers, caches.all());
    }

    @Override
    public void created(
            long creationTime, Activity activity, int createdFile, int length, int megabytes, boolean received) {
        queue.created(creationTime, activity, createdFile, length, megabytes, received);
    }

    @Override
    public void request(
            long requestTime, Activity activity, int requestFile, int offset, int length, boolean received) {
        queue.request(requestTime, activity, requestFile, offset, length, received);
    }

    @Override
    public void deleted(long deletionTime, int deletedFile, int length) {
        queue.deleted(deletionTime, deletedFile, length);
    }

    /** Simulates the calls that leave the queue. */
    private final class Queued implements RequestListener {
        @Override
        public void created(
                long creationTime, Activity activity, int createdFile, int length, int megabytes, boolean received) {
            if (createdFile >= small.length) {
                small = Arrays.copyOf(small, createdFile + (createdFile >> 1));
            }
            small[createdFile] = (byte) (megabytes < SMALL ? 1 : 0);
            enter(creationTime);
            int entry = Batch.created(Batch.code(activity, received, megabytes < SMALL));
            disks.add(creationTime, entry, createdFile, megabytes, length, COLD, 0);
        }

        @Override
        public void request(
                long requestTime, Activity activity, int requestFile, int offset, int length, boolean received) {
            time = requestTime;
            file = requestFile;
            enter(time);
            code = Batch.code(activity, received, file < small.length && small[file] != 0);
            sample(offset, length);
            if (activity.isWrite()) {
                totals.add(time, activity, length, received);
                if (slices.number() != Batch.NO_SLICE) {
                    disks.add(time, code, file, offset, length, COLD, 0);
                }
            } else if (!received) {
                totals.add(time, activity, length, false);
                int first = offset / Disk.PAGE;
                counts.kind(activity.index());
                stack.touch(file, first, (offset + length - 1) / Disk.PAGE - first + 1);
            }
        }

        @Override
        public void deleted(long deletionTime, int deletedFile, int length) {
            stack.delete(deletedFile, 0, (length + Disk.PAGE - 1) / Disk.PAGE);
            sampled.add(deletionTime, Batch.deleted(), deletedFile, 0, sample.length(length), 0, 0);
            enter(deletionTime);
            disks.add(deletionTime, Batch.deleted(), deletedFile, 0, length, COLD, 0);
        }
    }

    /** Begins the phase of a time. */
    private void enter(long now) {
        while (now >= slices.end()) {
            slices.next();
            disks.phase(slices);
        }
    }

    /** Passes the parts of a request that are in the sample. */
    private void sample(int offset, int length) {
        int end = offset + length;
        for (int at = offset; at < end; ) {
            int chunk = at >> Sample.CHUNK_BITS;
            int to = Math.min(end, (chunk + 1) << Sample.CHUNK_BITS);
            if (sample.contains(file, chunk)) {
                sampled.add(time, code, file, sample.offset(at), to - at, 0, 0);
            }
            at = to;
        }
    }

    @Override
    public void touched(int first, int pages, int distance, int falling) {
        counts.touched(first, pages, distance, falling);
        if (slices.number() != Batch.NO_SLICE) {
            disks.add(time, code, file, first * Disk.PAGE, pages * Disk.PAGE, distance, falling);
        }
    }

    @Override
    public void deleted(int pages, int depth) {
        counts.deleted(pages, depth);
    }

    @Override
    public void resident(int pages, int depth) {
        counts.resident(pages, depth);
    }

    /** Ends the study. */
    public void finish() {
        queue.pass();
        disks.finish();
        sampled.finish();
        stack.reportResidents();
    }

    /** Stops the threads. */
    @Override
    public void close() {
        workers.close();
    }

    /** Returns the pages of a cache. */
    static int pages(double gigabytes) {
        return (int) Math.round(gigabytes * PAGES_PER_GB);
    }

    /** Returns the length of a slice in minutes. */
    double sliceMinutes() {
        return sliceMinutes;
    }

    /** Returns the pages of reads. */
    double touched() {
        return Activity.READS.stream()
                .mapToDouble(activity -> counts.touched(activity.index()))
                .sum();
    }

    /** Returns the share of these pages that a no-write-allocate cache contains. */
    double hitRate(int gigabytes) {
        int size = CacheSizes.index(gigabytes);
        return Activity.READS.stream()
                        .mapToDouble(activity -> counts.hits(activity.index(), size))
                        .sum()
                / touched();
    }

    SimulatedSystem system(int ram, int flash, int diskCount) {
        return systems.stream()
                .filter(system -> system.hardware().equals(new Hardware(ram, flash, diskCount)))
                .findFirst()
                .orElseThrow();
    }
}
