package org.underbase.sim.cache;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Flash that holds files which are not on disk yet; the rest of the flash caches pages. When files exceed the flash, the
 * oldest ones are written to disk.
 */
public final class FlashBuffer {
    private final int size;
    private final IntConsumer rest;
    private final Map<Integer, Integer> files = new LinkedHashMap<>();
    private int used;

    /**
     * Creates an empty buffer.
     *
     * @param size size of flash in pages
     * @param rest receiver of the size of the rest in pages, which caches pages, after each change
     */
    public FlashBuffer(int size, IntConsumer rest) {
        this.size = size;
        this.rest = rest;
    }

    /**
     * Adds a file.
     *
     * @param file number of a local file
     * @param pages size of the file
     * @return files to write to disk in one stream, the oldest first; the file itself if it exceeds the flash
     */
    public List<Integer> add(int file, int pages) {
        files.put(file, pages);
        used += pages;
        List<Integer> written = new ArrayList<>();
        Iterator<Map.Entry<Integer, Integer>> oldest = files.entrySet().iterator();
        while (used > size) {
            Map.Entry<Integer, Integer> entry = oldest.next();
            written.add(entry.getKey());
            used -= entry.getValue();
            oldest.remove();
        }
        rest.accept(size - used);
        return written;
    }

    /** Removes a deleted file, which then is never written to disk; returns whether the buffer contained it. */
    public boolean delete(int file) {
        Integer pages = files.remove(file);
        if (pages == null) {
            return false;
        }
        used -= pages;
        rest.accept(size - used);
        return true;
    }

    /** Returns whether reads of a file need no disk. */
    public boolean contains(int file) {
        return files.containsKey(file);
    }
}
