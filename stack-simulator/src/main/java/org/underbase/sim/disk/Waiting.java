package org.underbase.sim.disk;

import java.util.Arrays;

/** Requests that wait at a disk, in arrays of primitives; a request is a number. */
final class Waiting {
    int[] file = new int[16];
    int[] first = new int[16];
    int[] pages = new int[16];
    int[] kind = new int[16];
    long[] arrival = new long[16];
    boolean[] write = new boolean[16];
    /** Later requests for the last page. */
    int[] merged = new int[16];
    /** Sum of the arrivals of the merged requests, relative to the arrival of this request. */
    double[] mergedLater = new double[16];

    private int used;
    private int[] free = new int[16];
    private int freeCount;

    int create(long time, int fileNumber, int firstPage, int pageCount, int requestKind, boolean isWrite) {
        int request;
        if (freeCount > 0) {
            request = free[--freeCount];
        } else {
            if (used == file.length) {
                grow();
            }
            request = used++;
        }
        file[request] = fileNumber;
        first[request] = firstPage;
        pages[request] = pageCount;
        kind[request] = requestKind;
        arrival[request] = time;
        write[request] = isWrite;
        merged[request] = 0;
        mergedLater[request] = 0;
        return request;
    }

    private void grow() {
        int size = 2 * file.length;
        file = Arrays.copyOf(file, size);
        first = Arrays.copyOf(first, size);
        pages = Arrays.copyOf(pages, size);
        kind = Arrays.copyOf(kind, size);
        arrival = Arrays.copyOf(arrival, size);
        write = Arrays.copyOf(write, size);
        merged = Arrays.copyOf(merged, size);
        mergedLater = Arrays.copyOf(mergedLater, size);
        free = Arrays.copyOf(free, size);
    }

    void release(int request) {
        free[freeCount++] = request;
    }
}
