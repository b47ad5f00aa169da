package org.underbase.sim.cache;

import java.util.Arrays;

/**
 * LRU stack of pages with deletions. It contains the state of the LRU caches of all sizes at once: a cache of {@code n} pages
 * contains the pages at the depths 1 to {@code n}.
 *
 * <p>A deletion turns pages into a <i>hole</i>. Pages that move to the top fill the topmost hole above their old place,
 * and a hole of as many pages remains there. Without holes a deletion would lift pages into caches that had evicted
 * them. Each request has a time slot; a slot contains the pieces that are left of the request's pages, and holes between
 * them.
 */
public final class LruStack {
    private static final int NONE = Extents.NONE;
    private static final int SLOTS = 1 << 10;
    private static final int EIGHTHS = 8;
    private static final int MOST_LIVE = 5;

    private final int maxPages;
    private final StackListener listener;
    private final Extents extents = new Extents();
    private final Prefetch prefetch = new Prefetch(extents);
    private final SumTree weights = new SumTree(SLOTS);
    private int[] tops = new int[SLOTS];
    private SlotSet holes = new SlotSet(SLOTS);
    private int next;
    private int oldest;
    private long total;

    /**
     * Creates an empty stack.
     *
     * @param maxPages size of the largest cache of interest; pages below this depth are dropped, which changes nothing above
     * @param listener receiver of depths
     */
    public LruStack(int maxPages, StackListener listener) {
        this.maxPages = maxPages;
        this.listener = listener;
        Arrays.fill(tops, NONE);
    }

    /**
     * Touches pages in ascending order: pages in the stack move to the top, others are inserted there.
     *
     * @param file number of a local file
     * @param first first page
     * @param pages number of pages
     */
    public void touch(int file, int first, int pages) {
        if (next == tops.length) {
            renumber();
        }
        int slot = next++;
        int end = first + pages;
        for (int page = first; page < end; ) {
            int to = Math.min(end, (page | (ExtentIndex.CHUNK - 1)) + 1);
            touch(file, page, to, slot);
            page = to;
        }
        while (total > maxPages) {
            dropOldest();
        }
    }

    /**
     * Makes the next touches faster, without any other effect.
     *
     * @param files numbers of local files
     * @param firsts their first touched pages
     * @param count number of touches
     */
    public void prefetch(int[] files, int[] firsts, int count) {
        for (int from = 0; from < count; from += Prefetch.MOST) {
            prefetch.touched(files, firsts, from, Math.min(Prefetch.MOST, count - from), weights, tops);
        }
        prefetch.dropped(tops, oldest, Math.min(next, oldest + Math.min(count, Prefetch.MOST)));
    }

    private void touch(int file, int from, int to, int slot) {
        int found = extents.at(file, from);
        if (found != NONE && extents.first(found) == from && extents.end(found) == to) {
            lift(found, slot);
            return;
        }
        int extent = extents.create(file, from, 0, slot);
        push(extent, slot);
        int page = from;
        while (page < to) {
            if (found == NONE || extents.first(found) >= to) {
                insert(extent, page, to - page);
                page = to;
            } else if (extents.first(found) > page) {
                insert(extent, page, extents.first(found) - page);
                page = extents.first(found);
            } else {
                int end = Math.min(to, extents.end(found));
                int after = extents.index.higher(file, extents.first(found));
                int pages = end - page;
                int filled = reference(found, page, end);
                weights.add(extents.list(found), filled - pages);
                cut(found, page, end, filled);
                extents.addPages(extent, pages);
                weights.add(slot, pages);
                page = end;
                found = after;
            }
        }
        extents.index.insert(file, from, extent);
    }

    /** Moves an extent to the top: the usual case, a repeated request. */
    private void lift(int extent, int slot) {
        int pages = extents.pages(extent);
        int filled = reference(extent, extents.first(extent), extents.end(extent));
        int old = extents.list(extent);
        weights.add(old, filled - pages);
        int above = extents.above(extent);
        int below = extents.below(extent);
        unlink(extent);
        if (filled > 0) {
            addHole(above, below, old, filled);
        }
        extents.setList(extent, slot);
        push(extent, slot);
        weights.add(slot, pages);
    }

    private void insert(int extent, int page, int pages) {
        listener.touched(page, pages, StackListener.COLD, 0);
        int filled = fillHoles(pages, 0, NONE);
        extents.addPages(extent, pages);
        weights.add(extents.list(extent), pages);
        total += pages - filled;
    }

    private int reference(int extent, int from, int to) {
        int slot = extents.list(extent);
        int pages = to - from;
        int distance = weights.sumAfter(slot) + weightAbove(extent) + extents.end(extent) - from;
        int filled = fillHoles(pages, slot, extent);
        listener.touched(from, pages, distance, filled);
        return filled;
    }

    private int weightAbove(int extent) {
        int sum = 0;
        for (int at = extents.above(extent); at != NONE; at = extents.above(at)) {
            sum += extents.pages(at);
        }
        return sum;
    }

    /** Fills holes above an extent, the topmost first; returns the number of filled pages. */
    private int fillHoles(int pages, int slot, int extent) {
        int filled = 0;
        while (filled < pages) {
            int at = holes.last();
            if (at == SlotSet.NONE || at < slot) {
                break;
            }
            int hole = tops[at];
            while (!extents.isHole(hole) && hole != extent) {
                hole = extents.below(hole);
            }
            if (hole == extent) {
                break;
            }
            int taken = Math.min(pages - filled, extents.pages(hole));
            extents.addPages(hole, -taken);
            weights.add(at, -taken);
            filled += taken;
            if (extents.pages(hole) == 0) {
                unlink(hole);
                extents.release(hole);
                forgetHoles(at);
            }
        }
        return filled;
    }

    private void forgetHoles(int slot) {
        for (int at = tops[slot]; at != NONE; at = extents.below(at)) {
            if (extents.isHole(at)) {
                return;
            }
        }
        holes.remove(slot);
    }

    /**
     * Deletes pages of a file.
     *
     * @param file number of a local file
     * @param first first page
     * @param pages number of pages
     */
    public void delete(int file, int first, int pages) {
        int end = first + pages;
        for (int page = first; page < end; ) {
            int to = Math.min(end, (page | (ExtentIndex.CHUNK - 1)) + 1);
            int found = extents.at(file, page);
            while (found != NONE && extents.first(found) < to) {
                int from = Math.max(page, extents.first(found));
                int until = Math.min(to, extents.end(found));
                int after = extents.index.higher(file, extents.first(found));
                int depth = weights.sumAfter(extents.list(found)) + weightAbove(found) + extents.end(found) - until;
                listener.deleted(until - from, depth);
                cut(found, from, until, until - from);
                found = after;
            }
            page = to;
        }
    }

    /** Replaces pages of an extent by a hole of at most as many. */
    private void cut(int extent, int from, int to, int hole) {
        int slot = extents.list(extent);
        int file = extents.file(extent);
        int end = extents.end(extent);
        int above;
        int below;
        if (from > extents.first(extent)) {
            extents.addPages(extent, from - end);
            below = extent;
            above = extents.above(extent);
            if (to < end) {
                int right = extents.create(file, to, end - to, slot);
                link(right, above, extent, slot);
                extents.index.insert(file, to, right);
                above = right;
            }
        } else if (to < end) {
            extents.cutLeft(extent, to - from);
            above = extent;
            below = extents.below(extent);
        } else {
            extents.index.remove(file, from);
            above = extents.above(extent);
            below = extents.below(extent);
            unlink(extent);
            extents.release(extent);
        }
        if (hole > 0) {
            addHole(above, below, slot, hole);
        }
    }

    private void addHole(int above, int below, int slot, int pages) {
        if (above != NONE && extents.isHole(above)) {
            extents.addPages(above, pages);
        } else if (below != NONE && extents.isHole(below)) {
            extents.addPages(below, pages);
        } else {
            link(extents.create(Extents.HOLE, 0, pages, slot), above, below, slot);
            holes.add(slot);
        }
    }

    private void push(int extent, int slot) {
        link(extent, NONE, tops[slot], slot);
    }

    private void link(int extent, int above, int below, int slot) {
        extents.setAbove(extent, above);
        extents.setBelow(extent, below);
        if (above == NONE) {
            tops[slot] = extent;
        } else {
            extents.setBelow(above, extent);
        }
        if (below != NONE) {
            extents.setAbove(below, extent);
        }
    }

    private void unlink(int extent) {
        int above = extents.above(extent);
        int below = extents.below(extent);
        if (above == NONE) {
            tops[extents.list(extent)] = below;
        } else {
            extents.setBelow(above, below);
        }
        if (below != NONE) {
            extents.setAbove(below, above);
        }
    }

    private void dropOldest() {
        while (tops[oldest] == NONE) {
            oldest++;
        }
        int bottom = tops[oldest];
        while (extents.below(bottom) != NONE) {
            bottom = extents.below(bottom);
        }
        int pages = (int) Math.min(total - maxPages, extents.pages(bottom));
        boolean hole = extents.isHole(bottom);
        if (pages < extents.pages(bottom)) {
            if (hole) {
                extents.addPages(bottom, -pages);
            } else {
                extents.cutLeft(bottom, pages);
            }
        } else {
            if (!hole) {
                extents.index.remove(extents.file(bottom), extents.first(bottom));
            }
            unlink(bottom);
            extents.release(bottom);
            if (hole) {
                forgetHoles(oldest);
            }
        }
        weights.add(oldest, -pages);
        total -= pages;
    }

    /**
     * Removes the empty slots, in place: a copy of the slots of a large cache needs more memory than all other parts of a
     * study. At least three eighths of the slots are free then.
     */
    private void renumber() {
        int live = 0;
        for (int top : tops) {
            live += top == NONE ? 0 : 1;
        }
        int slots = live > tops.length / EIGHTHS * MOST_LIVE ? live + live / EIGHTHS * MOST_LIVE : tops.length;
        holes = new SlotSet(slots);
        next = 0;
        oldest = 0;
        for (int slot = 0; slot < tops.length; slot++) {
            if (tops[slot] != NONE) {
                moveSlot(slot, next++);
            }
        }
        tops = slots == tops.length ? tops : Arrays.copyOf(tops, slots);
        Arrays.fill(tops, next, slots, NONE);
        weights.resize(next, slots);
    }

    private void moveSlot(int from, int to) {
        tops[to] = tops[from];
        weights.move(from, to);
        for (int at = tops[to]; at != NONE; at = extents.below(at)) {
            extents.setList(at, to);
            if (extents.isHole(at)) {
                holes.add(to);
            }
        }
    }

    /** Reports the pages in the stack to the listener. */
    public void reportResidents() {
        int depth = 0;
        for (int slot = next - 1; slot >= 0; slot--) {
            for (int at = tops[slot]; at != NONE; at = extents.below(at)) {
                if (!extents.isHole(at)) {
                    listener.resident(extents.pages(at), depth);
                }
                depth += extents.pages(at);
            }
        }
    }
}
