package org.underbase.sim.disk;

import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * One disk with its scheduler. Files take turns, each for a slice of 1 MB; the requests of a file are served in the order of
 * their offsets, beginning again at the lowest (C-SCAN). A request in service is not interrupted. A waiting write whose last
 * page is the first page of the next write writes that page for both.
 */
public final class Disk {
    /** Bytes of a page. */
    public static final int PAGE = 4096;

    private static final int SLICE_PAGES = 256;
    private static final int NONE = -1;

    private final DiskModel model;
    private final DiskStatistics statistics;
    private final double pageNanos;
    private final Waiting waiting = new Waiting();
    private final Int2ObjectHashMap<FileQueue> files = new Int2ObjectHashMap<>();
    private final Deque<FileQueue> turns = new ArrayDeque<>();
    private final Deque<FileQueue> unused = new ArrayDeque<>();
    private FileQueue current;
    private int slice;
    private int pending;
    /** Arrival of the waiting requests if the disk was idle then. */
    private long readyFrom;

    private long idleFrom;
    private int lastFile = NONE;
    private int lastPage;
    private boolean lastIsWrite;
    private double lastPageStart;

    /**
     * Creates an idle disk.
     *
     * @param model speed
     * @param statistics receiver of times
     */
    public Disk(DiskModel model, DiskStatistics statistics) {
        this.model = model;
        this.statistics = statistics;
        this.pageNanos = model.transferNanos((long) PAGE * SLICE_PAGES) / (double) SLICE_PAGES;
    }

    /**
     * Submits a read or write of consecutive pages. Times must ascend.
     *
     * @param time time in nanoseconds
     * @param file number of a local file
     * @param first first page
     * @param pages number of pages
     * @param kind class of the request in the statistics
     * @param write whether the request is a write
     */
    public void submit(long time, int file, int first, int pages, int kind, boolean write) {
        serveUntil(time);
        int from = write && !model.isFifo() && isMerged(time, file, first, kind) ? first + 1 : first;
        int count = first + pages - from;
        if (count > 0) {
            enqueue(time, waiting.create(time, file, from, count, kind, write));
        }
    }

    /** Merges the first page of a write with the last one of an earlier write unless the disk has already started it. */
    private boolean isMerged(long time, int file, int page, int kind) {
        if (file == lastFile && page == lastPage - 1 && lastIsWrite && time <= lastPageStart) {
            statistics.merged(kind, 1, lastPageStart - time, pageNanos);
            return true;
        }
        FileQueue queue = files.get(file);
        int earlier = queue == null ? NONE : queue.writeThatEndsWith(page);
        if (earlier == NONE) {
            return false;
        }
        waiting.merged[earlier]++;
        waiting.mergedLater[earlier] += time - waiting.arrival[earlier];
        return true;
    }

    /**
     * Submits a flush, of a disk that serves requests in the order of their arrival.
     *
     * @param time time in nanoseconds
     * @param kind class of the request in the statistics
     */
    public void flush(long time, int kind) {
        if (!model.isFifo()) {
            throw new IllegalStateException("a flush needs a disk that serves requests in order");
        }
        serveUntil(time);
        enqueue(time, waiting.create(time, NONE, 0, 0, kind, true));
    }

    private void enqueue(long time, int request) {
        if (pending == 0) {
            readyFrom = time;
        }
        pending++;
        int key = model.isFifo() ? 0 : waiting.file[request];
        FileQueue queue = files.get(key);
        if (queue == null) {
            queue = unused.isEmpty() ? new FileQueue(waiting) : unused.pop();
            queue.reset(key);
            files.put(key, queue);
            turns.add(queue);
        }
        if (model.isFifo()) {
            queue.append(request);
        } else {
            queue.insert(request);
        }
    }

    /** Serves all waiting requests. */
    public void finish() {
        serveUntil(Long.MAX_VALUE);
    }

    /** Starts the requests whose turn comes before a time: the queues contain all arrivals up to each start. */
    public void serveUntil(long time) {
        while (pending > 0) {
            long now = Math.max(idleFrom, readyFrom);
            if (now >= time) {
                return;
            }
            if (current != null && (current.isEmpty() || slice <= 0)) {
                endTurn();
            }
            if (current == null) {
                current = turns.poll();
                slice = SLICE_PAGES;
                current.moveTo(current.file() == lastFile ? lastPage : 0);
            }
            serve(now);
        }
        if (current != null && idleFrom <= time) {
            endTurn();
        }
    }

    private void endTurn() {
        if (current.isEmpty()) {
            files.remove(current.file());
            unused.push(current);
        } else {
            turns.add(current);
        }
        current = null;
    }

    private void serve(long now) {
        int request = model.isFifo() ? current.removeOldest() : current.removeNext();
        int kind = waiting.kind[request];
        long wait = now - waiting.arrival[request];
        int pages = waiting.pages[request];
        if (pages == 0) {
            statistics.flushed(kind, wait, model.flushNanos());
            idleFrom = now + model.flushNanos();
        } else {
            int first = waiting.first[request];
            int count = model.isFifo() ? pages : Math.min(pages, slice);
            long gap = waiting.file[request] == lastFile ? (long) (first - lastPage) * PAGE : DiskModel.OTHER_FILE;
            long seek = model.seekNanos(gap);
            statistics.served(kind, count, wait, seek, pageNanos);
            idleFrom = now + seek + Math.round(count * pageNanos);
            lastFile = waiting.file[request];
            lastPage = first + count;
            double before = count == 1 ? 0 : seek + (count - 1) * pageNanos;
            lastIsWrite = waiting.write[request] && count == pages;
            lastPageStart = now + before;
            current.moveTo(lastPage);
            slice -= count;
            if (count < pages) {
                waiting.first[request] += count;
                waiting.pages[request] -= count;
                current.insert(request);
                return;
            }
            if (waiting.merged[request] > 0) {
                double waits = waiting.merged[request] * (wait + before) - waiting.mergedLater[request];
                statistics.merged(kind, waiting.merged[request], waits, count == 1 ? seek + pageNanos : pageNanos);
            }
        }
        waiting.release(request);
        pending--;
    }
}
