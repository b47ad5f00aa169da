package org.underbase.sim.study;

import org.underbase.sim.cache.LruStack;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

/** Queue of calls. It passes many at once, so that the stack can load the memory that their reads need. */
final class CallQueue implements RequestListener {
    private static final int SIZE = 512;
    private static final byte REQUEST = 0;
    private static final byte CREATION = 1;
    private static final byte DELETION = 2;

    private final RequestListener to;
    private final LruStack stack;
    private final byte[] kinds = new byte[SIZE];
    private final long[] times = new long[SIZE];
    private final Activity[] activities = new Activity[SIZE];
    private final int[] files = new int[SIZE];
    /** First byte; of a creation, the size of the file of HDFS in MiB. */
    private final int[] offsets = new int[SIZE];

    private final int[] lengths = new int[SIZE];
    private final boolean[] received = new boolean[SIZE];
    private int count;
    private final int[] readFiles = new int[SIZE];
    private final int[] readPages = new int[SIZE];

    CallQueue(RequestListener to, LruStack stack) {
        this.to = to;
        this.stack = stack;
    }

    @Override
    public void created(long time, Activity activity, int file, int length, int megabytes, boolean isReceived) {
        add(CREATION, time, activity, file, megabytes, length, isReceived);
    }

    @Override
    public void request(long time, Activity activity, int file, int offset, int length, boolean isReceived) {
        add(REQUEST, time, activity, file, offset, length, isReceived);
    }

    @Override
    public void deleted(long time, int file, int length) {
        add(DELETION, time, Activity.LOG, file, 0, length, false);
    }

    private void add(byte kind, long time, Activity activity, int file, int offset, int length, boolean isReceived) {
        if (count == SIZE) {
            pass();
        }
        kinds[count] = kind;
        times[count] = time;
        activities[count] = activity;
        files[count] = file;
        offsets[count] = offset;
        lengths[count] = length;
        received[count] = isReceived;
        count++;
    }

    /** Passes all calls. */
    void pass() {
        int reads = 0;
        for (int i = 0; i < count; i++) {
            if (kinds[i] == REQUEST && !activities[i].isWrite() && !received[i]) {
                readFiles[reads] = files[i];
                readPages[reads++] = offsets[i] / Disk.PAGE;
            }
        }
        stack.prefetch(readFiles, readPages, reads);
        for (int i = 0; i < count; i++) {
            if (kinds[i] == REQUEST) {
                to.request(times[i], activities[i], files[i], offsets[i], lengths[i], received[i]);
            } else if (kinds[i] == CREATION) {
                to.created(times[i], activities[i], files[i], lengths[i], offsets[i], received[i]);
            } else {
                to.deleted(times[i], files[i], lengths[i]);
            }
        }
        count = 0;
    }
}
