package org.underbase.sim.disk;

import java.util.Arrays;

/** Waiting requests of one file, ordered by first page, then by arrival. */
final class FileQueue {
    private final Waiting waiting;
    private int[] requests = new int[8];
    private int start;
    private int end;
    private int file;
    /** Page after the last transfer. */
    private int position;

    FileQueue(Waiting waiting) {
        this.waiting = waiting;
    }

    /** Empties the queue for another file. */
    void reset(int fileNumber) {
        file = fileNumber;
        start = 0;
        end = 0;
        position = 0;
    }

    int file() {
        return file;
    }

    boolean isEmpty() {
        return start == end;
    }

    void moveTo(int page) {
        position = page;
    }

    /** Returns the index of the first request that begins after {@code page}. */
    private int after(int page) {
        int low = start;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (waiting.first[requests[middle]] <= page) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    void insert(int request) {
        insertAt(after(waiting.first[request]), request);
    }

    void append(int request) {
        insertAt(end, request);
    }

    private void insertAt(int index, int request) {
        int at = index;
        if (end == requests.length) {
            int count = end - start;
            int[] to = count > requests.length / 2 ? new int[2 * requests.length] : requests;
            System.arraycopy(requests, start, to, 0, count);
            requests = to;
            at -= start;
            start = 0;
            end = count;
        }
        System.arraycopy(requests, at, requests, at + 1, end - at);
        requests[at] = request;
        end++;
    }

    /** Returns a waiting write that ends with the given page, or -1. */
    int writeThatEndsWith(int page) {
        int at = after(page) - 1;
        if (at < start) {
            return -1;
        }
        int request = requests[at];
        boolean covers = waiting.write[request] && waiting.first[request] + waiting.pages[request] - 1 == page;
        return covers ? request : -1;
    }

    /** Removes the next request of a scan in one direction, which then starts again at the lowest page. */
    int removeNext() {
        int at = after(position - 1);
        if (at == end) {
            at = start;
        }
        int request = requests[at];
        if (at - start < end - at) {
            System.arraycopy(requests, start, requests, start + 1, at - start);
            start++;
        } else {
            System.arraycopy(requests, at + 1, requests, at, end - at - 1);
            end--;
        }
        return request;
    }

    int removeOldest() {
        return requests[start++];
    }

    @Override
    public String toString() {
        return "file " + file + ": " + Arrays.toString(Arrays.copyOfRange(requests, start, end));
    }
}
