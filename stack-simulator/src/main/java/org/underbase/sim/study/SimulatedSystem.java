package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.List;
import org.underbase.sim.cache.StackListener;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskModel;
import org.underbase.sim.request.Activity;

/** Disks below a RAM and flash cache with the promote policy. Local files are distributed over the disks in turn. */
final class SimulatedSystem implements Simulation {
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
        this.ramPages = hardware.ramGigabytes() * LayeredStudy.PAGES_PER_GB;
        this.cachePages = ramPages + hardware.flashGigabytes() * LayeredStudy.PAGES_PER_GB;
    }

    Hardware hardware() {
        return hardware;
    }

    @Override
    public void accept(Batch batch) {
        if (batch.slice != number || batch.measured != measured) {
            begin(batch);
        }
        if (number != Batch.NO_SLICE) {
            for (int i = 0; i < batch.count; i++) {
                request(batch, i);
            }
        }
    }

    private void begin(Batch batch) {
        if (batch.slice != number) {
            finish();
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

    private void request(Batch batch, int i) {
        Activity activity = batch.activity(i);
        int first = batch.offset[i] / Disk.PAGE;
        int pages = (batch.offset[i] + batch.length[i] - 1) / Disk.PAGE - first + 1;
        int missing = pages;
        if (!activity.isWrite()) {
            int distance = batch.distance[i];
            int falling = batch.falling[i];
            missing = StackListener.missing(pages, distance, falling, cachePages);
            if (activity == Activity.USER_READ) {
                slice.foreground(pages, StackListener.missing(pages, distance, falling, ramPages) - missing);
            }
        }
        if (missing > 0) {
            int file = batch.file[i];
            disks[file % disks.length].submit(
                    batch.time[i], file, first, missing, activity.index(), activity.isWrite());
        }
    }

    @Override
    public void finish() {
        for (Disk disk : disks) {
            disk.finish();
        }
        if (measured) {
            slices.add(slice);
        }
        disks = new Disk[0];
        measured = false;
    }

    List<Slice> slices() {
        return slices;
    }

    /** Returns the sums of all slices. */
    Slice sum() {
        Slice sum = new Slice();
        slices.forEach(sum::add);
        return sum;
    }

    /** Returns the mean latency of the page requests of user reads, cache hits included, in milliseconds. */
    double foregroundMillis() {
        return sum().foregroundMillis();
    }

    /** Returns the standard error of the mean latency, from the slices; NaN if there is one only. */
    double foregroundError() {
        return Slice.standardError(
                slices.stream().mapToDouble(Slice::foregroundMillis).toArray());
    }
}
