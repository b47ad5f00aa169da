package org.underbase.sim.linux;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Page-level simulation of the page cache, as simple as possible. */
final class NaiveLinuxCache {
    private static final int PAGE = CacheSettings.PAGE;
    private static final int BATCH = 32;
    private static final int PIECE = 16;
    private static final long NEVER = Long.MAX_VALUE;

    /** Cached page. */
    private static final class Page {
        final int file;
        final int number;
        boolean referenced;
        boolean dirty;
        boolean reclaim;
        boolean active;
        boolean listed;
        long order;

        Page(int file, int number) {
            this.file = file;
            this.number = number;
        }
    }

    final List<String> requests = new ArrayList<>();
    long hits;
    long misses;
    long deletedDirty;
    private final CacheSettings settings;
    private final Readers readers;
    private final Map<Long, Page> cached = new TreeMap<>();
    private final TreeMap<Long, Page> inactive = new TreeMap<>();
    private final TreeMap<Long, Page> active = new TreeMap<>();
    private final Map<Long, Long> evicted = new LinkedHashMap<>();
    private final Map<Integer, Long> dirtySince = new LinkedHashMap<>();
    private long age;
    private boolean evictsEarly;
    private long newest;
    private long oldest;
    private long now;
    private long tick = NEVER;
    private long step = NEVER;

    NaiveLinuxCache(CacheSettings settings) {
        this.settings = settings;
        this.readers = new Readers(settings.readAheadPages());
    }

    private static long key(int file, int page) {
        return ((long) file << Integer.SIZE) | page;
    }

    private Map<Long, Page> list(Page page) {
        return page.active ? active : inactive;
    }

    private void move(Page page, boolean toActive, long order) {
        if (page.listed) {
            list(page).remove(page.order);
        }
        page.listed = true;
        page.active = toActive;
        page.order = order;
        list(page).put(order, page);
    }

    private boolean contains(int file, int page) {
        return cached.containsKey(key(file, page));
    }

    void read(long time, int file, int offset, int length, int filePages) {
        advance(time);
        Window window = readers.take(file, offset);
        for (int at = offset; at < offset + length; at += PIECE * PAGE) {
            int to = Math.min(offset + length, at + PIECE * PAGE);
            readPiece(file, window, at, to, filePages);
            window.moveTo(to);
        }
        readers.put(file, offset + length, window);
    }

    private void readPiece(int file, Window window, int from, int to, int filePages) {
        int first = from / PAGE;
        int end = (to - 1) / PAGE + 1;
        int bound = Math.max(filePages, end);
        int ahead = Math.min(bound, window.request(first, settings.willNeedPages()));
        load(file, end, ahead, end);
        int page = first;
        while (page < end) {
            int next = page;
            while (next < end && contains(file, next)) {
                next++;
            }
            hits += next - page;
            if (next == page) {
                int before = 0;
                while (before < settings.readAheadPages() && contains(file, page - before - 1)) {
                    before++;
                }
                window.miss(page, end - page, before);
                next = Math.min(end, window.end());
                long missed = misses;
                loadWindow(file, window, bound, next);
                hits += next - page - (misses - missed);
            }
            for (int i = page; i < next; i++) {
                if (i > first || !window.endedWithin(first)) {
                    access(file, i);
                }
            }
            if (window.isMarked(page, next)) {
                window.advance();
                loadWindow(file, window, bound, window.start());
            }
            page = next;
        }
    }

    private void loadWindow(int file, Window window, int bound, int needed) {
        if (contains(file, window.marker())) {
            window.unmark();
        }
        load(file, window.start(), Math.min(bound, window.end()), needed);
    }

    private void load(int file, int from, int to, int needed) {
        int page = from;
        while (page < to) {
            int end = page;
            while (end < to && !contains(file, end)) {
                requests.add(now + " read " + file + " " + end + (end < needed ? "" : " ahead"));
                misses += end < needed ? 1 : 0;
                end++;
            }
            insert(file, page, end, false);
            page = end;
            while (page < to && contains(file, page)) {
                page++;
            }
        }
    }

    private void access(int file, int number) {
        Page page = cached.get(key(file, number));
        if (page == null) {
            return;
        }
        if (page.referenced && !page.active) {
            page.referenced = false;
            move(page, true, ++newest);
            age++;
        } else {
            page.referenced = true;
        }
    }

    private void insert(int file, int from, int to, boolean dirty) {
        for (int at = from; at < to; at += PIECE) {
            int end = Math.min(to, at + PIECE);
            while (cached.size() > settings.pages() - (end - at)) {
                reclaim();
            }
            for (int number = at; number < end; number++) {
                Page page = new Page(file, number);
                page.dirty = dirty;
                Long left = evicted.remove(key(file, number));
                boolean early = left != null && !dirty && age - left <= active.size();
                move(page, early, ++newest);
                age += early ? 1 : 0;
                evictsEarly |= early;
                cached.put(key(file, number), page);
            }
        }
    }

    private void reclaim() {
        long count = active.size();
        int least = Math.max(inactive.size(), BATCH);
        boolean deactivates = evictsEarly || inactive.size() < count;
        evictsEarly = false;
        int scanned = Math.min(BATCH, inactive.size());
        if (scanned > 0 && inactive.values().stream().limit(scanned).allMatch(page -> page.dirty)) {
            for (int file : List.copyOf(dirtySince.keySet())) {
                clean(file, Integer.MAX_VALUE, Integer.MAX_VALUE, WriteCause.RECLAIM);
            }
        }
        for (Page page : inactive.values().stream().limit(scanned).toList()) {
            if (page.dirty) {
                page.reclaim = true;
                move(page, true, ++newest);
            } else {
                inactive.remove(page.order);
                cached.remove(key(page.file, page.number));
                evicted.put(key(page.file, page.number), age++);
            }
        }
        while (evicted.size() > settings.pages()) {
            evicted.remove(evicted.keySet().iterator().next());
        }
        if (deactivates) {
            long chosen = (count * BATCH + least - 1) / least;
            active.values().stream().limit(chosen).toList().forEach(page -> move(page, false, ++newest));
        }
    }

    void write(long time, int file, int offset, int length) {
        advance(time);
        int end = (offset + length - 1) / PAGE + 1;
        int page = offset / PAGE;
        while (page < end) {
            int next = page;
            boolean missing = !contains(file, page);
            while (next < end && next < page + PIECE && contains(file, next) != missing) {
                next++;
            }
            if (missing) {
                insert(file, page, next, true);
            }
            for (int i = page; i < next; i++) {
                cached.get(key(file, i)).dirty = true;
            }
            dirtySince.putIfAbsent(file, now);
            tick = tick == NEVER ? now + settings.intervalNanos() : tick;
            limit();
            page = next;
        }
    }

    private int dirty() {
        return (int) cached.values().stream().filter(page -> page.dirty).count();
    }

    private void limit() {
        if (step == NEVER && dirty() > settings.backgroundPages()) {
            step = now;
            advance(now);
        }
        while (dirty() > settings.limitPages()) {
            int file = dirtySince.keySet().iterator().next();
            clean(file, Integer.MAX_VALUE, dirty() - settings.limitPages(), WriteCause.LIMIT);
        }
    }

    void advance(long time) {
        while (Math.min(tick, step) <= time) {
            boolean inBackground = step <= tick;
            now = Math.max(now, Math.min(step, tick));
            if (!inBackground) {
                List.copyOf(dirtySince.keySet()).stream()
                        .takeWhile(file -> dirtySince.get(file) <= now - settings.expireNanos())
                        .forEach(file -> clean(file, Integer.MAX_VALUE, Integer.MAX_VALUE, WriteCause.AGE));
                tick = dirtySince.isEmpty() ? NEVER : now + settings.intervalNanos();
            } else if (dirty() <= settings.backgroundPages()) {
                step = NEVER;
            } else {
                int file = dirtySince.keySet().iterator().next();
                long written = clean(file, Integer.MAX_VALUE, 1024, WriteCause.BACKGROUND);
                long rate = settings.writeBackPagesPerSecond();
                step = now + (rate == 0 ? 0 : written * 1_000_000_000L / rate);
            }
        }
        now = Math.max(now, time);
    }

    /** Writes at most {@code most} dirty pages of a file before a page. */
    private int clean(int file, int end, int most, WriteCause cause) {
        List<Page> pages = cached.values().stream()
                .filter(page -> page.file == file && page.dirty && page.number < end)
                .limit(most)
                .toList();
        for (Page page : pages) {
            requests.add(now + " write " + file + " " + page.number + " " + cause);
            page.dirty = false;
        }
        pages.stream()
                .filter(page -> page.reclaim)
                .sorted(Comparator.comparing(page -> -page.number))
                .forEach(page -> {
                    page.reclaim = false;
                    move(page, false, --oldest);
                });
        forgetIfClean(file);
        return pages.size();
    }

    private void forgetIfClean(int file) {
        if (cached.values().stream().noneMatch(page -> page.file == file && page.dirty)) {
            dirtySince.remove(file);
        }
    }

    void sync(long time, int file) {
        advance(time);
        clean(file, Integer.MAX_VALUE, Integer.MAX_VALUE, WriteCause.SYNC);
    }

    void dontNeed(long time, int file, int end) {
        advance(time);
        remove(page -> page.file == file && page.number < end && !page.dirty);
        clean(file, end, Integer.MAX_VALUE, WriteCause.ADVICE);
    }

    void delete(long time, int file, int filePages) {
        advance(time);
        for (int i = 0; i < filePages; i++) {
            evicted.remove(key(file, i));
        }
        deletedDirty += remove(page -> page.file == file && page.number < filePages);
        forgetIfClean(file);
    }

    private int remove(Predicate<Page> removed) {
        List<Page> pages = cached.values().stream().filter(removed).toList();
        for (Page page : pages) {
            list(page).remove(page.order);
            cached.remove(key(page.file, page.number));
        }
        return (int) pages.stream().filter(page -> page.dirty).count();
    }

    int used() {
        return cached.size();
    }
}
