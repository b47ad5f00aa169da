package org.underbase.sim.study;

import org.underbase.sim.request.Activity;

/** Requests in columns, so that each simulation receives many at once. */
final class Batch {
    static final int SIZE = 1 << 13;
    /** Slice number outside of slices. */
    static final int NO_SLICE = -1;

    private static final int ACTIVITY = 7;
    private static final int RECEIVED = 8;
    private static final int SMALL = 16;
    private static final int DELETION = 32;
    private static final int CREATION = 64;
    private static final Activity[] ACTIVITIES = Activity.values();

    final long[] time;
    final int[] file;
    /** First byte; of a creation, the size of the file of HDFS in MiB. */
    final int[] offset;

    final int[] length;
    /** Distance and falling pages of a read, as in {@link org.underbase.sim.cache.StackListener}. */
    final int[] distance;

    final int[] falling;
    private final byte[] code;
    int count;
    /** Time at which the phase of the batch began. */
    long start;
    /** Number of the slice in which disks are simulated, or {@link #NO_SLICE}. */
    int slice = NO_SLICE;
    /** Whether the warm-up of the slice is over. */
    boolean measured;

    Batch(int size) {
        time = new long[size];
        file = new int[size];
        offset = new int[size];
        length = new int[size];
        distance = new int[size];
        falling = new int[size];
        code = new byte[size];
    }

    static int code(Activity activity, boolean received, boolean small) {
        return activity.index() | (received ? RECEIVED : 0) | (small ? SMALL : 0);
    }

    static int created(int code) {
        return code | CREATION;
    }

    static int deleted() {
        return DELETION;
    }

    /** Appends an entry; returns whether the batch is full. */
    boolean add(long at, int entryCode, int entryFile, int entryOffset, int entryLength, int far, int fall) {
        time[count] = at;
        code[count] = (byte) entryCode;
        file[count] = entryFile;
        offset[count] = entryOffset;
        length[count] = entryLength;
        distance[count] = far;
        falling[count] = fall;
        count++;
        return count == SIZE;
    }

    /** Inserts an entry of another batch in the order of time. */
    void insert(Batch from, int i, long at) {
        int to = count;
        while (to > 0 && time[to - 1] > at) {
            to--;
        }
        move(to, to + 1, count - to);
        time[to] = at;
        code[to] = from.code[i];
        file[to] = from.file[i];
        offset[to] = from.offset[i];
        length[to] = from.length[i];
        distance[to] = from.distance[i];
        falling[to] = from.falling[i];
        count++;
    }

    /** Removes entries from the beginning. */
    void removeFirst(int entries) {
        count -= entries;
        move(entries, 0, count);
    }

    private void move(int from, int to, int entries) {
        System.arraycopy(time, from, time, to, entries);
        System.arraycopy(code, from, code, to, entries);
        System.arraycopy(file, from, file, to, entries);
        System.arraycopy(offset, from, offset, to, entries);
        System.arraycopy(length, from, length, to, entries);
        System.arraycopy(distance, from, distance, to, entries);
        System.arraycopy(falling, from, falling, to, entries);
    }

    Activity activity(int i) {
        return ACTIVITIES[code[i] & ACTIVITY];
    }

    /** Returns whether the entry belongs to a replica that another machine wrote. */
    boolean received(int i) {
        return (code[i] & RECEIVED) != 0;
    }

    /** Returns whether the file of HDFS is small enough to be compacted soon. */
    boolean small(int i) {
        return (code[i] & SMALL) != 0;
    }

    boolean isRequest(int i) {
        return (code[i] & (DELETION | CREATION)) == 0;
    }

    /** Returns whether the entry is a read that does not need local compaction. */
    boolean isOwnRead(int i) {
        return isRequest(i) && !activity(i).isWrite() && !received(i);
    }

    boolean isDeletion(int i) {
        return (code[i] & DELETION) != 0;
    }
}
