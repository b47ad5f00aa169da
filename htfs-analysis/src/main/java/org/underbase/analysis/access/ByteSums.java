package org.underbase.analysis.access;

import java.util.Arrays;
import org.agrona.collections.Hashing;

/** Numbers of bytes by their history; few histories are different. */
final class ByteSums {
    private long[] bytes = new long[4];
    private long[] reads = new long[4];
    private long[] coreReads = new long[4];
    private int[] io = new int[4];
    private int size;
    /** Indexes plus 1 at the first free place from their hash on. */
    private int[] places = new int[8];

    private int last;

    void add(long more, long readCount, long coreReadCount, int ioKinds) {
        if (last >= size || !is(last, readCount, coreReadCount, ioKinds)) {
            last = find(readCount, coreReadCount, ioKinds);
        }
        bytes[last] += more;
    }

    private boolean is(int at, long readCount, long coreReadCount, int ioKinds) {
        return reads[at] == readCount && coreReads[at] == coreReadCount && io[at] == ioKinds;
    }

    private int find(long readCount, long coreReadCount, int ioKinds) {
        int place = place(readCount, coreReadCount, ioKinds);
        if (places[place] > 0) {
            return places[place] - 1;
        }
        if (size == bytes.length) {
            grow();
            place = place(readCount, coreReadCount, ioKinds);
        }
        reads[size] = readCount;
        coreReads[size] = coreReadCount;
        io[size] = ioKinds;
        places[place] = ++size;
        return size - 1;
    }

    private int place(long readCount, long coreReadCount, int ioKinds) {
        int place = Hashing.hash((31 * readCount + coreReadCount) * 31 + ioKinds, places.length - 1);
        while (places[place] > 0 && !is(places[place] - 1, readCount, coreReadCount, ioKinds)) {
            place = (place + 1) & (places.length - 1);
        }
        return place;
    }

    private void grow() {
        bytes = Arrays.copyOf(bytes, 2 * size);
        reads = Arrays.copyOf(reads, 2 * size);
        coreReads = Arrays.copyOf(coreReads, 2 * size);
        io = Arrays.copyOf(io, 2 * size);
        places = new int[4 * size];
        for (int i = 0; i < size; i++) {
            places[place(reads[i], coreReads[i], io[i])] = i + 1;
        }
    }

    void forEach(RangeHistory.Sink sink, boolean live) {
        for (int i = 0; i < size; i++) {
            sink.add(bytes[i], reads[i], coreReads[i], io[i], live);
        }
    }
}
