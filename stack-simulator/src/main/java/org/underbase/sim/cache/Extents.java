package org.underbase.sim.cache;

import java.util.Arrays;

/**
 * Ranges of pages of files, in doubly linked lists, with an index by file and page. All fields are in arrays of primitives;
 * an extent is a number. An extent's right end was touched last.
 */
final class Extents {
    static final int NONE = ExtentIndex.NONE;
    /** File number of an entry that is not in the index. */
    static final int HOLE = -1;

    final ExtentIndex index = new ExtentIndex();
    int[] file = new int[16];
    int[] first = new int[16];
    int[] pages = new int[16];
    /** List that contains the extent. */
    int[] list = new int[16];
    /** Neighbor that was touched later. */
    int[] above = new int[16];
    /** Neighbor that was touched earlier. */
    int[] below = new int[16];

    private int used;
    private int free = NONE;

    /** Creates an entry in no list and not in the index. */
    int create(int fileNumber, int firstPage, int pageCount, int listNumber) {
        int extent = free;
        if (extent == NONE) {
            if (used == file.length) {
                grow();
            }
            extent = used++;
        } else {
            free = below[extent];
        }
        file[extent] = fileNumber;
        first[extent] = firstPage;
        pages[extent] = pageCount;
        list[extent] = listNumber;
        above[extent] = NONE;
        below[extent] = NONE;
        return extent;
    }

    private void grow() {
        int size = file.length + (file.length >> 1);
        file = Arrays.copyOf(file, size);
        first = Arrays.copyOf(first, size);
        pages = Arrays.copyOf(pages, size);
        list = Arrays.copyOf(list, size);
        above = Arrays.copyOf(above, size);
        below = Arrays.copyOf(below, size);
    }

    /** Returns an entry, which is in no list any longer, for reuse. */
    void release(int extent) {
        below[extent] = free;
        free = extent;
    }

    int end(int extent) {
        return first[extent] + pages[extent];
    }

    /** Returns the first extent of the chunk of {@code page} that ends after it. */
    int at(int fileNumber, int page) {
        int floor = index.floor(fileNumber, page);
        return floor != NONE && end(floor) > page ? floor : index.higher(fileNumber, page);
    }

    /** Removes pages from the left end of an indexed extent that keeps others. */
    void cutLeft(int extent, int pageCount) {
        index.move(file[extent], first[extent], first[extent] + pageCount);
        first[extent] += pageCount;
        pages[extent] -= pageCount;
    }
}
