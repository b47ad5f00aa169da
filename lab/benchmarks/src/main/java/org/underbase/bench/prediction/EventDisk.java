package org.underbase.bench.prediction;

import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskModel;
import org.underbase.sim.disk.FixedDisk;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.testbed.disk.DiskCounters;

/** Disk that serves requests in the order of their arrival, for requests that depend on the ends of others. Thread-confined. */
final class EventDisk {
    private final Events events;
    private final FixedDisk model;
    private long free;
    private int file = -1;
    private int page;
    private DiskCounters counters = DiskCounters.NONE;

    EventDisk(Events events, FixedDisk model) {
        this.events = events;
        this.model = model;
    }

    /** Reads pages now; the action follows at the end. */
    void read(int fromFile, int firstPage, int pages, Runnable then) {
        transfer(fromFile, firstPage, pages, new DiskBytes((long) pages * Disk.PAGE, 0), then);
    }

    /** Writes pages now; the action follows at the end. */
    void write(int toFile, int firstPage, int pages, Runnable then) {
        transfer(toFile, firstPage, pages, new DiskBytes(0, (long) pages * Disk.PAGE), then);
    }

    private void transfer(int other, int firstPage, int pages, DiskBytes bytes, Runnable then) {
        long gap = other == file ? (long) (firstPage - page) * Disk.PAGE : DiskModel.OTHER_FILE;
        file = other;
        page = firstPage + pages;
        long seek = model.seekNanos(gap);
        long nanos = seek + model.transferNanos((long) pages * Disk.PAGE);
        int reads = bytes.read() > 0 ? 1 : 0;
        serve(new DiskCounters(bytes, reads, 1 - reads, 0, gap == 0 ? 0 : 1, nanos), then);
    }

    /** Flushes now; the action follows at the end. */
    void flush(Runnable then) {
        serve(new DiskCounters(DiskBytes.NONE, 0, 0, 1, 0, model.flushNanos()), then);
    }

    private void serve(DiskCounters operation, Runnable then) {
        counters = counters.plus(operation);
        free = Math.max(free, events.now()) + operation.busyNanos();
        events.at(free, then);
    }

    /** Returns the counters of all operations so far. */
    DiskCounters counters() {
        return counters;
    }
}
