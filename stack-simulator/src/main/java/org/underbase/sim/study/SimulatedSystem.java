package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.List;
import org.underbase.sim.cache.StackListener;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskModel;
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

    SimulatedSystem(Hardware hardware, DiskModel model) {
        this.hardware = hardware;
        this.model = model;
        this.ramPages = LayeredStudy.pages(hardware.ramGigabytes());
        this.cachePages = ramPages + LayeredStudy.pages(hardware.flashGigabytes());
    }

    final Hardware hardware() {
        return hardware;
    }

    @Override
    public void accept(Batch batch) {
        if (batch.slice != number || batch.measured != measured) {
            begin(batch);
        }
        for (int i = 0; i < batch.count; i++) {
            if (!batch.isRequest(i)) {
                changeFile(batch, i);
            } else if (isInSlice()) {
                request(batch, i);
            }
        }
    }

    final boolean isInSlice() {
        return number != Batch.NO_SLICE;
    }

    /** Receives the creation or deletion of a file, also outside of slices. */
    void changeFile(Batch batch, int i) {}

    private void begin(Batch batch) {
        if (batch.slice != number) {
            endSlice();
            number = batch.slice;
            slice = new Slice();
            disks = new Disk[number == Batch.NO_SLICE ? 0 : hardware.disks()];
            for (int i = 0; i < disks.length; i++) {
                disks[i] = new Disk(model, slice.statistics());
            }
        }
        for (Disk disk : disks) {
            disk.serveUntil(batch.start);
        }
        measured = batch.measured;
        slice.clear();
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
            submit(batch, i, missing);
        }
    }

    /** Counts the pages of a read that RAM does not contain and disks do not read. */
    final void foreground(Batch batch, int i, int pages, int missing) {
        if (batch.activity(i) == Activity.USER_READ) {
            int notInRam = StackListener.missing(pages, batch.distance[i], batch.falling[i], ramPages);
            slice.foreground(pages, Math.max(0, notInRam - missing));
        }
    }

    /** Submits the first pages of a request to a disk. */
    void submit(Batch batch, int i, int pages) {
        disk(batch.file[i], 0)
                .submit(batch.time[i], batch.file[i], first(batch, i), pages, kind(batch, i), isWrite(batch, i));
    }

    /** Returns the disk of a file; the last ones may be reserved for other data. */
    final Disk disk(int file, int reserved) {
        return disks[file % (disks.length - reserved)];
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

    private void endSlice() {
        for (Disk disk : disks) {
            disk.finish();
        }
        if (measured) {
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
        Slice sum = new Slice();
        slices.forEach(sum::add);
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
