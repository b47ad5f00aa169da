package org.underbase.sim.linux;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writer of dirty pages. It runs at intervals, from the time at which a page became dirty until all are clean, and writes the
 * files whose oldest dirty page has expired, with all of their dirty pages. It runs at once while there are more dirty pages
 * than the background limit, and then begins with the file that has been dirty for the longest time.
 */
final class Flusher {
    private static final long NEVER = Long.MAX_VALUE;
    private static final long SECOND = 1_000_000_000L;
    /** Pages that are written in the background at once. */
    private static final int STEP = 1024;

    private final CacheSettings settings;
    private final TwoLists pages;
    private final DiskRequests disks;
    /** Files with dirty pages, in the order in which they became dirty. */
    private final Map<Integer, DirtyFile> files = new LinkedHashMap<>();

    private long tick = NEVER;
    private long step = NEVER;
    private long now;
    private int dirty;

    Flusher(CacheSettings settings, TwoLists pages, DiskRequests disks) {
        this.settings = settings;
        this.pages = pages;
        this.disks = disks;
    }

    /** File with dirty pages. */
    private static final class DirtyFile {
        private final long since;
        private int first;
        private int end;
        private int pages;

        DirtyFile(long since, int first) {
            this.since = since;
            this.first = first;
        }
    }

    /** Returns the number of dirty pages. */
    int dirty() {
        return dirty;
    }

    /** Notes that pages became dirty. */
    void dirtied(int file, int first, int end, int count) {
        if (count == 0) {
            return;
        }
        DirtyFile found = files.computeIfAbsent(file, number -> new DirtyFile(now, first));
        found.first = Math.min(found.first, first);
        found.end = Math.max(found.end, end);
        found.pages += count;
        dirty += count;
        if (tick == NEVER) {
            tick = now + settings.intervalNanos();
        }
    }

    /** Runs after a write: limits the dirty pages. */
    void limit() {
        if (dirty > settings.backgroundPages() && step == NEVER) {
            step = now;
            advance(now);
        }
        while (dirty > settings.limitPages()) {
            writeOldest(dirty - settings.limitPages(), WriteCause.LIMIT);
        }
    }

    /** Notes that dirty pages of a file no longer exist. */
    void removed(int file, int count) {
        DirtyFile found = files.get(file);
        if (count > 0) {
            dirty -= count;
            found.pages -= count;
        }
        if (found != null && found.pages == 0) {
            files.remove(file);
        }
    }

    /** Runs until a time. */
    void advance(long time) {
        while (Math.min(tick, step) <= time) {
            if (step <= tick) {
                now = Math.max(now, step);
                writeInBackground();
            } else {
                now = Math.max(now, tick);
                writeExpired();
            }
        }
        now = Math.max(now, time);
    }

    private void writeInBackground() {
        if (dirty <= settings.backgroundPages()) {
            step = NEVER;
            return;
        }
        int written = writeOldest(STEP, WriteCause.BACKGROUND);
        long rate = settings.writeBackPagesPerSecond();
        step = now + (rate == 0 ? 0 : written * SECOND / rate);
    }

    private void writeExpired() {
        Iterator<Map.Entry<Integer, DirtyFile>> oldest = files.entrySet().iterator();
        while (oldest.hasNext()) {
            Map.Entry<Integer, DirtyFile> next = oldest.next();
            if (next.getValue().since + settings.expireNanos() > now) {
                break;
            }
            write(next.getKey(), next.getValue(), Integer.MAX_VALUE, next.getValue().end, WriteCause.AGE);
            oldest.remove();
        }
        tick = files.isEmpty() ? NEVER : now + settings.intervalNanos();
    }

    private int writeOldest(int most, WriteCause cause) {
        Iterator<Map.Entry<Integer, DirtyFile>> oldest = files.entrySet().iterator();
        Map.Entry<Integer, DirtyFile> next = oldest.next();
        int written = write(next.getKey(), next.getValue(), most, next.getValue().end, cause);
        if (next.getValue().pages == 0) {
            oldest.remove();
        }
        return written;
    }

    /** Writes all dirty pages. */
    void writeAll() {
        files.forEach((file, found) -> write(file, found, Integer.MAX_VALUE, found.end, WriteCause.RECLAIM));
        files.clear();
    }

    /** Writes the dirty pages of a file before a page. */
    void writeFile(int file, int end, WriteCause cause) {
        DirtyFile found = files.get(file);
        if (found != null) {
            write(file, found, Integer.MAX_VALUE, Math.min(end, found.end), cause);
            removed(file, 0);
        }
    }

    private int write(int file, DirtyFile found, int most, int end, WriteCause cause) {
        int[] last = {found.first};
        int written = pages.clean(file, found.first, end, most, (name, from, to) -> {
            disks.write(now, name, from, to - from, cause);
            last[0] = to;
        });
        found.first = last[0];
        found.pages -= written;
        dirty -= written;
        return written;
    }
}
