package org.underbase.sim.cache;

import java.util.Arrays;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Extents by file and first page. No extent crosses a border of {@link #CHUNK} pages, so that each search ends in one small
 * sorted array.
 */
final class ExtentIndex {
    static final int NONE = -1;
    /** Pages between two borders. */
    static final int CHUNK = 1024;

    private static final int CHUNK_BITS = 10;
    /** Ints of an entry of a chunk: first page, extent. The first int of a chunk is its number of entries. */
    private static final int ENTRY = 2;

    private static final int FEW = 3;
    private static final int SIGN = 31;

    private final Int2ObjectHashMap<int[][]> files = new Int2ObjectHashMap<>();
    private int lastFile = NONE;
    private int[][] lastChunks;

    /** Returns the extent with the largest first page in the chunk that is not above {@code page}. */
    int floor(int file, int page) {
        int[] chunk = chunk(file, page);
        return chunk == null ? NONE : floor(chunk, page);
    }

    /** Returns the extent with the largest first page in a chunk that is not above {@code page}. */
    static int floor(int[] chunk, int page) {
        int at = position(chunk, page + 1) - ENTRY;
        return at < 0 ? NONE : chunk[at + 1];
    }

    /** Returns the extent with the smallest first page in the chunk that is above {@code page}. */
    int higher(int file, int page) {
        int[] chunk = chunk(file, page);
        if (chunk == null) {
            return NONE;
        }
        int at = position(chunk, page + 1);
        return at > chunk[0] * ENTRY ? NONE : chunk[at + 1];
    }

    void insert(int file, int page, int extent) {
        int number = page >> CHUNK_BITS;
        int[][] chunks = chunks(file);
        if (chunks == null || number >= chunks.length) {
            chunks = chunks == null ? new int[number + 1][] : Arrays.copyOf(chunks, number + 1 + (number >> 1));
            files.put(file, chunks);
            lastFile = file;
            lastChunks = chunks;
        }
        int[] chunk = chunks[number];
        if (chunk == null) {
            chunk = new int[1 + FEW * ENTRY];
            chunks[number] = chunk;
        }
        int at = position(chunk, page);
        int end = 1 + chunk[0] * ENTRY;
        if (end == chunk.length) {
            chunk = Arrays.copyOf(chunk, end + (chunk[0] / 2 + 1) * ENTRY);
            chunks[number] = chunk;
        }
        System.arraycopy(chunk, at, chunk, at + ENTRY, end - at);
        chunk[at] = page;
        chunk[at + 1] = extent;
        chunk[0]++;
    }

    void remove(int file, int page) {
        int[] chunk = chunk(file, page);
        int at = position(chunk, page);
        int end = 1 + chunk[0] * ENTRY;
        System.arraycopy(chunk, at + ENTRY, chunk, at, end - at - ENTRY);
        chunk[0]--;
        if (chunk[0] == 0) {
            removeChunk(file, page >> CHUNK_BITS);
        }
    }

    private void removeChunk(int file, int number) {
        int[][] chunks = chunks(file);
        chunks[number] = null;
        for (int[] chunk : chunks) {
            if (chunk != null) {
                return;
            }
        }
        files.remove(file);
        lastFile = NONE;
    }

    /** Changes the first page of an extent to one in the same chunk, before that of the next extent. */
    void move(int file, int from, int to) {
        int[] chunk = chunk(file, from);
        chunk[position(chunk, from)] = to;
    }

    /** Returns the sorted entries of a chunk, or null if there are none. */
    int[] chunk(int file, int page) {
        int[][] chunks = chunks(file);
        int number = page >> CHUNK_BITS;
        return chunks == null || number >= chunks.length ? null : chunks[number];
    }

    private int[][] chunks(int file) {
        if (file != lastFile) {
            lastChunks = files.get(file);
            lastFile = file;
        }
        return lastChunks;
    }

    /**
     * Returns the index of the first entry that begins at {@code page} or after it. A comparison is the sign of a difference,
     * because a processor predicts half of the branches of a binary search wrongly.
     */
    private static int position(int[] chunk, int page) {
        int before = 0;
        int left = chunk[0];
        while (left > 1) {
            int half = left >>> 1;
            before += half & ((chunk[1 + (before + half - 1) * ENTRY] - page) >> SIGN);
            left -= half;
        }
        if (left > 0) {
            before -= (chunk[1 + before * ENTRY] - page) >> SIGN;
        }
        return 1 + before * ENTRY;
    }
}
