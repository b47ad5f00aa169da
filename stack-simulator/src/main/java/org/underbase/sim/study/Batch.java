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

    final long[] time = new long[SIZE];
    final int[] file = new int[SIZE];
    /** First byte; of a creation, the size of the file of HDFS in MiB. */
    final int[] offset = new int[SIZE];

    final int[] length = new int[SIZE];
    /** Distance and falling pages of a read, as in {@link org.underbase.sim.cache.StackListener}. */
    final int[] distance = new int[SIZE];

    final int[] falling = new int[SIZE];
    private final byte[] code = new byte[SIZE];
    int count;
    /** Time at which the phase of the batch began. */
    long start;
    /** Number of the slice in which disks are simulated, or {@link #NO_SLICE}. */
    int slice = NO_SLICE;
    /** Whether the warm-up of the slice is over. */
    boolean measured;

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

    boolean isDeletion(int i) {
        return (code[i] & DELETION) != 0;
    }
}
