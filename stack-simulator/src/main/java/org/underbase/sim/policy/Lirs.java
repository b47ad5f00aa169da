package org.underbase.sim.policy;

/**
 * Low inter-reference recency set: Jiang and Zhang, "LIRS: An efficient low inter-reference recency set replacement policy to
 * improve buffer cache performance", SIGMETRICS 2002, section 3. Pages whose last two accesses were close are LIR pages; they
 * have 99% of the cache and are not evicted. The other pages, HIR pages, pass a queue. A stack orders accesses by time, down to
 * the oldest LIR page. An HIR page that is accessed while it is in the stack, evicted or not, becomes an LIR page, and the
 * oldest LIR page becomes an HIR page.
 *
 * <p>As in the authors' program, a second access in succession changes nothing. The paper does not limit the evicted pages of
 * the stack; here they are at most twice the pages of the cache. Pages become LIR pages while there are fewer than 99%, also
 * after deletions.
 */
final class Lirs implements EvictionPolicy {
    private static final int STACK = 0;
    /** HIR pages in the cache, and evicted pages in the stack. */
    private static final int QUEUE = 0;

    private static final int EVICTED = 1;
    private static final int HIR_SHARE = 100;
    private static final int EVICTED_PER_PAGE = 2;
    private static final int NONE = PageIndex.NONE;

    private final int capacity;
    private final int lirSize;
    private final int evictedSize;
    private final PageIndex index;
    private final Links stack;
    private final Links queues;
    private int lirPages;

    Lirs(int capacity) {
        this.capacity = capacity;
        lirSize = capacity - Math.max(1, capacity / HIR_SHARE);
        evictedSize = EVICTED_PER_PAGE * capacity;
        int entries = capacity + evictedSize + 1;
        index = new PageIndex(entries);
        stack = new Links(entries, 1);
        queues = new Links(entries, 2);
    }

    private boolean isLir(int entry) {
        return queues.list(entry) == NONE;
    }

    @Override
    public boolean access(long page) {
        int entry = index.find(page);
        boolean hit = entry != NONE && queues.list(entry) != EVICTED;
        if (!hit) {
            miss(page, entry);
        } else if (isLir(entry)) {
            stack.move(entry, STACK);
        } else if (entry != stack.newest(STACK)) {
            queues.unlink(entry);
            enter(entry);
        }
        prune();
        return hit;
    }

    private void miss(long page, int evicted) {
        if (evicted != NONE) {
            // So that the eviction of another page does not remove it.
            queues.unlink(evicted);
        }
        if (lirPages + queues.size(QUEUE) == capacity) {
            evict();
        }
        enter(evicted == NONE ? index.add(page) : evicted);
    }

    private void evict() {
        int entry = queues.oldest(QUEUE);
        if (stack.list(entry) == NONE) {
            forget(entry);
            return;
        }
        queues.move(entry, EVICTED);
        if (queues.size(EVICTED) > evictedSize) {
            forget(queues.oldest(EVICTED));
        }
    }

    /** Moves an accessed page, which is no LIR page and in no queue, to the top of the stack. */
    private void enter(int entry) {
        boolean promoted = stack.list(entry) == STACK || lirPages < lirSize;
        stack.move(entry, STACK);
        if (!promoted) {
            queues.push(entry, QUEUE);
        } else if (lirPages < lirSize) {
            lirPages++;
        } else {
            demoteOldest();
        }
    }

    /** Replaces the oldest LIR page by the page at the top of the stack. */
    private void demoteOldest() {
        int bottom = stack.oldest(STACK);
        stack.unlink(bottom);
        queues.push(bottom, QUEUE);
    }

    /** Removes pages from the bottom of the stack down to which it orders LIR pages. */
    private void prune() {
        int bottom = stack.oldest(STACK);
        while (bottom != NONE && !isLir(bottom)) {
            if (queues.list(bottom) == EVICTED) {
                forget(bottom);
            } else {
                stack.unlink(bottom);
            }
            bottom = stack.oldest(STACK);
        }
    }

    private void forget(int entry) {
        if (stack.list(entry) == STACK) {
            stack.unlink(entry);
        }
        if (queues.list(entry) != NONE) {
            queues.unlink(entry);
        }
        index.remove(entry);
    }

    @Override
    public void delete(long page) {
        int entry = index.find(page);
        if (entry != NONE) {
            lirPages -= isLir(entry) ? 1 : 0;
            forget(entry);
            prune();
        }
    }

    @Override
    public void check() {
        int hir = queues.size(QUEUE);
        int evicted = queues.size(EVICTED);
        queues.check(hir + evicted);
        stack.check(stack.size(STACK));
        Links.require(index.size() == lirPages + hir + evicted, "entries");
        Links.require(lirPages <= lirSize && lirPages + hir <= capacity, "number of pages");
        Links.require(evicted <= evictedSize, "number of evicted pages");
        Links.require(stack.size(STACK) >= lirPages + evicted, "stack");
        Links.require(stack.size(STACK) == 0 || isLir(stack.oldest(STACK)), "bottom of the stack");
    }
}
