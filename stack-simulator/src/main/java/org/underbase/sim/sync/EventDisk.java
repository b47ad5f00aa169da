package org.underbase.sim.sync;

import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskModel;
import org.underbase.sim.disk.FixedDisk;

/** Disk that serves requests in the order of their arrival, for requests that depend on the ends of others. Thread-confined. */
public final class EventDisk {
    private final Events events;
    private final FixedDisk model;
    private long free;
    private int file = -1;
    private int page;
    private DiskUse use = DiskUse.NONE;

    /**
     * Creates an idle disk.
     *
     * @param events events of the simulation
     * @param model speed
     */
    public EventDisk(Events events, FixedDisk model) {
        this.events = events;
        this.model = model;
    }

    /** Reads pages now; the action follows at the end. */
    public void read(int fromFile, int firstPage, int pages, Runnable then) {
        transfer(fromFile, firstPage, pages, false, then);
    }

    /** Writes pages now; the action follows at the end. */
    public void write(int toFile, int firstPage, int pages, Runnable then) {
        transfer(toFile, firstPage, pages, true, then);
    }

    private void transfer(int other, int firstPage, int pages, boolean isWrite, Runnable then) {
        long gap = other == file ? (long) (firstPage - page) * Disk.PAGE : DiskModel.OTHER_FILE;
        file = other;
        page = firstPage + pages;
        long seek = model.seekNanos(gap);
        long bytes = (long) pages * Disk.PAGE;
        long nanos = seek + model.transferNanos(bytes);
        int seeks = gap == 0 ? 0 : 1;
        serve(
                isWrite ? new DiskUse(0, bytes, 0, 1, 0, seeks, nanos) : new DiskUse(bytes, 0, 1, 0, 0, seeks, nanos),
                then);
    }

    /** Flushes now; the action follows at the end. */
    public void flush(Runnable then) {
        serve(new DiskUse(0, 0, 0, 0, 1, 0, model.flushNanos()), then);
    }

    private void serve(DiskUse operation, Runnable then) {
        use = use.plus(operation);
        free = Math.max(free, events.now()) + operation.busyNanos();
        events.at(free, then);
    }

    /** Returns all operations so far. */
    public DiskUse use() {
        return use;
    }
}
