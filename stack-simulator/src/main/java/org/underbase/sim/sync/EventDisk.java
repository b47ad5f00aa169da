package org.underbase.sim.sync;

import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskModel;
import org.underbase.sim.disk.FixedDisk;

/** Disk that serves requests in the order of their arrival, for requests that depend on the ends of others. Thread-confined. */
public final class EventDisk {
    private final Events events;
    private final FixedDisk model;
    private final Listener listener;
    private long free;
    private int file = Integer.MAX_VALUE;
    private int page;
    private int operations;
    private DiskUse use = DiskUse.NONE;

    /**
     * Creates an idle disk.
     *
     * @param events events of the simulation
     * @param model speed
     */
    public EventDisk(Events events, FixedDisk model) {
        this(events, model, (file, pages, isWrite, wait, seek) -> {});
    }

    /**
     * Creates an idle disk.
     *
     * @param events events of the simulation
     * @param model speed
     * @param listener receiver of the reads and writes
     */
    public EventDisk(Events events, FixedDisk model, Listener listener) {
        this.events = events;
        this.model = model;
        this.listener = listener;
    }

    /** Receiver of reads, writes and flushes when they arrive. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Receives an operation.
         *
         * @param file number of the file
         * @param pages number of pages, 0 of a flush
         * @param isWrite whether it is a write or flush
         * @param waitNanos time in the queue
         * @param seekNanos time of the seek, or of the flush
         */
        void served(int file, int pages, boolean isWrite, long waitNanos, long seekNanos);
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
        listener.served(other, pages, isWrite, backlogNanos(), seek);
        serve(
                isWrite ? new DiskUse(0, bytes, 0, 1, 0, seeks, nanos) : new DiskUse(bytes, 0, 1, 0, 0, seeks, nanos),
                then);
    }

    /** Flushes now; the action follows at the end. */
    public void flush(Runnable then) {
        listener.served(file, 0, true, backlogNanos(), model.flushNanos());
        serve(new DiskUse(0, 0, 0, 0, 1, 0, model.flushNanos()), then);
    }

    private void serve(DiskUse operation, Runnable then) {
        use = use.plus(operation);
        free = Math.max(free, events.now()) + operation.busyNanos();
        operations++;
        events.at(free, () -> {
            operations--;
            then.run();
        });
    }

    /** Returns whether the disk has served all operations that arrived. */
    public boolean isIdle() {
        return operations == 0;
    }

    /** Returns the time until the disk has served all operations that arrived. */
    public long backlogNanos() {
        return Math.max(0, free - events.now());
    }

    /** Returns all operations so far. */
    public DiskUse use() {
        return use;
    }
}
