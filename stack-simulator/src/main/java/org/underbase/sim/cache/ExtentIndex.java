package org.underbase.sim.cache;

import java.util.Arrays;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Extents by file and first page. No extent crosses a border of {@link #CHUNK} pages, so that each search ends in one small
 * sorted array.
 */
final class ExtentIndex {
    static final int NONE = -1;
    /** Pages between two borders. */
    static final int CHUNK = 4096;

    private static final int CHUNK_BITS = 12;

    private final Long2ObjectHashMap<Chunk> chunks = new Long2ObjectHashMap<>();
    private long lastKey = -1;
    private Chunk last;

    /** Returns the extent with the largest first page in the chunk that is not above {@code page}. */
    int floor(int file, int page) {
        Chunk chunk = find(file, page);
        if (chunk == null) {
            return NONE;
        }
        int at = chunk.position(page + 1) - 1;
        return at < 0 ? NONE : chunk.extents[at];
    }

    /** Returns the extent with the smallest first page in the chunk that is above {@code page}. */
    int higher(int file, int page) {
        Chunk chunk = find(file, page);
        if (chunk == null) {
            return NONE;
        }
        int at = chunk.position(page + 1);
        return at == chunk.count ? NONE : chunk.extents[at];
    }

    void insert(int file, int page, int extent) {
        Chunk chunk = find(file, page);
        if (chunk == null) {
            chunk = new Chunk();
            chunks.put(key(file, page), chunk);
            lastKey = key(file, page);
            last = chunk;
        }
        chunk.insert(chunk.position(page), page, extent);
    }

    void remove(int file, int page) {
        Chunk chunk = find(file, page);
        chunk.remove(chunk.position(page));
        if (chunk.count == 0) {
            chunks.remove(key(file, page));
            lastKey = -1;
        }
    }

    /** Changes the first page of an extent to one in the same chunk, before that of the next extent. */
    void move(int file, int from, int to) {
        Chunk chunk = find(file, from);
        chunk.firsts[chunk.position(from)] = to;
    }

    private Chunk find(int file, int page) {
        long key = key(file, page);
        if (key != lastKey) {
            last = chunks.get(key);
            lastKey = last == null ? -1 : key;
        }
        return last;
    }

    private static long key(int file, int page) {
        return ((long) file << Integer.SIZE) | (page >> CHUNK_BITS);
    }

    /** Extents of one chunk of a file. */
    private static final class Chunk {
        private int count;
        private int[] firsts = new int[4];
        private int[] extents = new int[4];

        /** Returns the position of the first extent that begins at {@code page} or after it. */
        private int position(int page) {
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (firsts[middle] < page) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        private void insert(int at, int page, int extent) {
            if (count == firsts.length) {
                firsts = Arrays.copyOf(firsts, 2 * count);
                extents = Arrays.copyOf(extents, 2 * count);
            }
            System.arraycopy(firsts, at, firsts, at + 1, count - at);
            System.arraycopy(extents, at, extents, at + 1, count - at);
            firsts[at] = page;
            extents[at] = extent;
            count++;
        }

        private void remove(int at) {
            count--;
            System.arraycopy(firsts, at + 1, firsts, at, count - at);
            System.arraycopy(extents, at + 1, extents, at, count - at);
        }
    }
}
