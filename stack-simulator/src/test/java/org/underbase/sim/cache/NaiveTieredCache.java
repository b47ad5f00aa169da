package org.underbase.sim.cache;

import java.util.LinkedHashSet;
import java.util.Set;

/** Page-level simulation of RAM and flash, as simple as possible. Without flash it is one LRU cache. */
final class NaiveTieredCache {
    private final int ramSize;
    private int flashSize;
    private final FlashPolicy policy;
    private final Set<Long> ram = new LinkedHashSet<>();
    private final Set<Long> flash = new LinkedHashSet<>();
    long ramHits;
    long flashHits;
    long inserts;
    long ramEvictions;
    long ramDeletions;

    NaiveTieredCache(int ramSize, int flashSize, FlashPolicy policy) {
        this.ramSize = ramSize;
        this.flashSize = flashSize;
        this.policy = policy;
    }

    static long page(int file, int page) {
        return ((long) file << Integer.SIZE) | page;
    }

    /** Returns the hits of the operation. */
    int touch(int file, int first, int pages) {
        int hits = 0;
        for (int i = first; i < first + pages; i++) {
            long page = page(file, i);
            if (ram.remove(page)) {
                ram.add(page);
                ramHits++;
                hits++;
            } else if (flash.contains(page)) {
                flashHits++;
                hits++;
                touchInFlash(page);
            } else {
                inserts++;
                insert(page);
            }
        }
        return hits;
    }

    private void touchInFlash(long page) {
        if (policy == FlashPolicy.FIFO) {
            return;
        }
        flash.remove(page);
        if (policy == FlashPolicy.PROMOTE) {
            insert(page);
        } else {
            flash.add(page);
        }
    }

    private void insert(long page) {
        ram.add(page);
        if (ram.size() > ramSize) {
            long evicted = ram.iterator().next();
            ram.remove(evicted);
            ramEvictions++;
            flash.add(evicted);
            if (flash.size() > flashSize) {
                flash.remove(flash.iterator().next());
            }
        }
    }

    void delete(int file, int first, int pages) {
        for (int i = first; i < first + pages; i++) {
            ramDeletions += ram.remove(page(file, i)) ? 1 : 0;
            flash.remove(page(file, i));
        }
    }

    void crash() {
        ram.clear();
    }

    void resizeFlash(int pages) {
        flashSize = pages;
        while (flash.size() > pages) {
            flash.remove(flash.iterator().next());
        }
    }

    int ramPages() {
        return ram.size();
    }
}
