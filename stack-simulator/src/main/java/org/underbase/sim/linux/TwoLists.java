package org.underbase.sim.linux;

import org.underbase.sim.cache.ExtentLists;

/**
 * Pages of the cache in two lists. A page enters the inactive list. The second read activates it; the oldest inactive pages are
 * evicted. A page that is read again soon after its eviction, within as many evictions and activations as there are active
 * pages, is activated at once. Writes activate nothing. Reclaim deactivates the oldest active pages if the inactive list is
 * too short, or after such early evictions.
 */
final class TwoLists {
    /** Pages that reclaim examines at once. */
    static final int BATCH = 32;
    /** Pages for which reclaim makes room at once. */
    static final int PIECE = 16;

    static final int INACTIVE = 0;
    static final int ACTIVE = 1;
    /** Pages that the cache no longer contains. The state of an extent is the age of its first page. */
    static final int EVICTED = 2;

    private static final int NONE = ExtentLists.NONE;
    private static final int REFERENCED = 1;
    private static final int DIRTY = 2;
    /** Reclaim met the page while it was dirty: it is to be evicted after its write. */
    private static final int RECLAIM = 4;

    private static final int AGES = (1 << 28) - 1;
    private static final int PAGES_PER_GB = 1 << 18;
    private static final int RATIO = 10;

    private final ExtentLists lists = new ExtentLists();
    private final int size;
    private final PageRuns evictions;
    private final Runnable writeBack;
    /** Number of evictions and activations. */
    private int age;
    /** Whether a page was activated because its eviction was early, since the last reclaim. */
    private boolean evictsEarly;

    /**
     * Creates an empty cache.
     *
     * @param size size in pages
     * @param evictions receives evicted pages
     * @param writeBack writes all dirty pages
     */
    TwoLists(int size, PageRuns evictions, Runnable writeBack) {
        this.size = size;
        this.evictions = evictions;
        this.writeBack = writeBack;
    }

    int used(int list) {
        return lists.used(list);
    }

    /** Returns the number of pages in the cache. */
    int used() {
        return lists.used(INACTIVE) + lists.used(ACTIVE);
    }

    /** Returns the cached extent that contains a page, or {@link ExtentLists#NONE}. */
    private int cached(int file, int page) {
        int found = lists.find(file, page);
        return found != NONE && lists.first(found) <= page && lists.list(found) != EVICTED ? found : NONE;
    }

    /** Returns the end of the cached pages that begin at a page, at most {@code end}; the page itself if it is not cached. */
    int cachedEnd(int file, int page, int end) {
        int at = page;
        while (at < end) {
            int found = cached(file, at);
            if (found == NONE) {
                return at;
            }
            at = lists.end(found);
        }
        return end;
    }

    /** Returns the end of the pages that are not cached. */
    int missingEnd(int file, int page, int end) {
        int at = page;
        while (at < end) {
            int border = ExtentLists.border(at, end);
            int found = lists.find(file, at);
            if (found == NONE || lists.first(found) >= border) {
                at = border;
            } else if (lists.list(found) == EVICTED) {
                at = Math.min(border, lists.end(found));
            } else {
                return Math.max(at, lists.first(found));
            }
        }
        return end;
    }

    /** Returns the number of cached pages directly before a page, at most {@code most}. */
    int cachedBefore(int file, int page, int most) {
        int at = page;
        int least = Math.max(0, page - most);
        while (at > least) {
            int found = cached(file, at - 1);
            if (found == NONE) {
                break;
            }
            at = Math.max(least, lists.first(found));
        }
        return page - at;
    }

    /** Inserts pages that the cache does not contain, for a read or, dirty, for a write. */
    void insert(int file, int from, int to, boolean dirty) {
        for (int page = from; page < to; page += PIECE) {
            int end = Math.min(to, page + PIECE);
            while (used() > size - (end - page)) {
                reclaim();
            }
            insertPiece(file, page, end, dirty);
        }
    }

    private void insertPiece(int file, int from, int to, boolean dirty) {
        int page = from;
        while (page < to) {
            int end = ExtentLists.border(page, to);
            int found = lists.find(file, page);
            int list = INACTIVE;
            if (found != NONE && lists.first(found) > page) {
                end = Math.min(end, lists.first(found));
            } else if (found != NONE) {
                end = Math.min(end, lists.end(found));
                // Each following page was evicted one eviction later.
                int late = ((age - ageOf(found, page)) & AGES) - lists.used(ACTIVE);
                list = !dirty && late <= 0 ? ACTIVE : INACTIVE;
                end = dirty || late <= 0 ? end : Math.min(end, page + late);
                forget(found, page, end);
            }
            if (list == ACTIVE) {
                evictsEarly = true;
                age = (age + end - page) & AGES;
            }
            push(list, dirty ? DIRTY : 0, file, page, end - page);
            page = end;
        }
    }

    private int ageOf(int evicted, int page) {
        return (lists.state(evicted) + page - lists.first(evicted)) & AGES;
    }

    private void forget(int evicted, int from, int to) {
        int file = lists.file(evicted);
        boolean continues = to < lists.end(evicted);
        int later = ageOf(evicted, to);
        lists.remove(evicted, from, to);
        if (continues) {
            lists.setState(lists.find(file, to), later);
        }
    }

    private void push(int list, int state, int file, int first, int pages) {
        int newest = lists.newest(list);
        int next = newest == NONE ? 0 : list == EVICTED ? ageOf(newest, lists.end(newest)) : lists.state(newest);
        if (newest != NONE && next == state && lists.isContinued(newest, file, first)) {
            lists.extend(list, pages);
        } else {
            lists.push(list, state, file, first, pages);
        }
    }

    /** Evicts the oldest pages. */
    private void reclaim() {
        int inactive = lists.used(INACTIVE);
        long active = lists.used(ACTIVE);
        boolean deactivates = evictsEarly || inactive * inactiveRatio() < active;
        evictsEarly = false;
        scan(Math.min(BATCH, inactive));
        if (deactivates) {
            int least = Math.max(inactive, BATCH);
            deactivate((int) ((active * BATCH + least - 1) / least));
        }
    }

    /** Returns how many times as long as the inactive list the active one may be. */
    private long inactiveRatio() {
        int gigabytes = used() / PAGES_PER_GB;
        return gigabytes == 0 ? 1 : (long) Math.sqrt(RATIO * gigabytes);
    }

    private void scan(int pages) {
        if (isDirty(pages)) {
            writeBack.run();
        }
        for (int left = pages; left > 0; ) {
            int oldest = lists.oldest(INACTIVE);
            int file = lists.file(oldest);
            int state = lists.state(oldest);
            int first = lists.first(oldest);
            int end = Math.min(lists.end(oldest), first + left);
            lists.remove(oldest, first, end);
            if ((state & DIRTY) != 0) {
                push(ACTIVE, state | RECLAIM, file, first, end - first);
            } else {
                push(EVICTED, age, file, first, end - first);
                age = (age + end - first) & AGES;
                evictions.accept(file, first, end);
            }
            left -= end - first;
        }
        while (lists.used(EVICTED) > size) {
            int oldest = lists.oldest(EVICTED);
            int first = lists.first(oldest);
            forget(oldest, first, Math.min(lists.end(oldest), first + lists.used(EVICTED) - size));
        }
    }

    /** Returns whether all of the oldest pages are dirty. */
    private boolean isDirty(int pages) {
        int extent = lists.oldest(INACTIVE);
        int left = pages;
        while (left > 0 && (lists.state(extent) & DIRTY) != 0) {
            left -= lists.end(extent) - lists.first(extent);
            extent = lists.newer(extent);
        }
        return pages > 0 && left <= 0;
    }

    private void deactivate(int pages) {
        int left = Math.min(pages, lists.used(ACTIVE));
        while (left > 0) {
            int oldest = lists.oldest(ACTIVE);
            int file = lists.file(oldest);
            int state = lists.state(oldest);
            int first = lists.first(oldest);
            int end = Math.min(lists.end(oldest), first + left);
            lists.remove(oldest, first, end);
            push(INACTIVE, state, file, first, end - first);
            left -= end - first;
        }
    }

    /** Notes a read of those pages that are cached. */
    void accessed(int file, int from, int to) {
        int page = from;
        while (page < to) {
            int found = cached(file, page);
            if (found == NONE) {
                page = missingEnd(file, page, to);
                continue;
            }
            int end = Math.min(to, lists.end(found));
            int state = lists.state(found);
            if ((state & REFERENCED) == 0) {
                lists.setState(lists.cut(found, page, end), state | REFERENCED);
            } else if (lists.list(found) == INACTIVE) {
                lists.remove(found, page, end);
                push(ACTIVE, state & ~REFERENCED, file, page, end - page);
                age = (age + end - page) & AGES;
            }
            page = end;
        }
    }

    /** Marks cached pages as dirty; returns the number of those that were clean. */
    int dirty(int file, int from, int to) {
        int clean = 0;
        for (int page = from; page < to; ) {
            int found = cached(file, page);
            int end = Math.min(to, lists.end(found));
            int state = lists.state(found);
            if ((state & DIRTY) == 0) {
                lists.setState(lists.cut(found, page, end), state | DIRTY);
                clean += end - page;
            }
            page = end;
        }
        return clean;
    }

    /**
     * Cleans dirty pages.
     *
     * @param most most pages
     * @param runs receives the pages, in ascending order
     * @return number of pages
     */
    int clean(int file, int from, int to, int most, PageRuns runs) {
        Cleaning cleaning = new Cleaning(file, runs);
        for (int page = from; page < to && cleaning.pages < most; ) {
            int border = ExtentLists.border(page, to);
            int found = lists.find(file, page);
            if (found == NONE || lists.first(found) >= border) {
                page = border;
                continue;
            }
            int first = Math.max(page, lists.first(found));
            page = Math.min(border, lists.end(found));
            if (lists.list(found) != EVICTED && (lists.state(found) & DIRTY) != 0) {
                page = first + Math.min(page - first, most - cleaning.pages);
                int cleaned = lists.cut(found, first, page);
                cleaning.isReclaimed |= (lists.state(cleaned) & RECLAIM) != 0;
                lists.setState(cleaned, lists.state(cleaned) & ~DIRTY);
                cleaning.add(first, page);
            }
        }
        cleaning.end();
        if (cleaning.isReclaimed) {
            evictNext(file, cleaning.first, cleaning.to);
        }
        return cleaning.pages;
    }

    /** Makes the clean pages that reclaim met the next ones to be evicted, the first of them before the others. */
    private void evictNext(int file, int from, int to) {
        for (int page = to; page > from; ) {
            int found = cached(file, page - 1);
            if (found == NONE) {
                page--;
                continue;
            }
            int first = Math.max(from, lists.first(found));
            int state = lists.state(found);
            if ((state & (RECLAIM | DIRTY)) == RECLAIM) {
                lists.remove(found, first, page);
                lists.pushOldest(INACTIVE, state & ~RECLAIM, file, first, page - first);
            }
            page = first;
        }
    }

    /** Removes pages; returns the number of the dirty ones. Deletion also forgets evicted pages. */
    int remove(int file, int from, int to, boolean isDeletion) {
        int dirty = 0;
        for (int page = from; page < to; ) {
            int border = ExtentLists.border(page, to);
            int found = lists.find(file, page);
            if (found == NONE || lists.first(found) >= border) {
                page = border;
                continue;
            }
            int first = Math.max(page, lists.first(found));
            page = Math.min(border, lists.end(found));
            if (lists.list(found) == EVICTED) {
                if (isDeletion) {
                    forget(found, first, page);
                }
            } else if (isDeletion || (lists.state(found) & DIRTY) == 0) {
                dirty += (lists.state(found) & DIRTY) != 0 ? page - first : 0;
                lists.remove(found, first, page);
            }
        }
        return dirty;
    }

    /** Runs of pages that are cleaned. */
    private static final class Cleaning {
        private final int file;
        private final PageRuns runs;
        private int first = NONE;
        private int from;
        private int to;
        private int pages;
        private boolean isReclaimed;

        Cleaning(int file, PageRuns runs) {
            this.file = file;
            this.runs = runs;
        }

        void add(int begin, int end) {
            if (first == NONE) {
                first = begin;
                from = begin;
            } else if (begin > to) {
                end();
                from = begin;
            }
            pages += end - begin;
            to = end;
        }

        void end() {
            if (first != NONE) {
                runs.accept(file, from, to);
            }
        }
    }
}
