package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.underbase.sim.request.Activity;

/** Bytes of the requests of each hour. */
final class Totals {
    private final List<long[]> bytes = new ArrayList<>();
    private final long[] received = new long[Activity.COUNT];

    void add(long time, Activity activity, int length, boolean isReceived) {
        int hour = (int) (time / Slices.HOUR);
        while (bytes.size() <= hour) {
            bytes.add(new long[Activity.COUNT]);
        }
        bytes.get(hour)[activity.index()] += length;
        received[activity.index()] += isReceived ? length : 0;
    }

    /** Returns the bytes of an activity. */
    long bytes(Activity activity) {
        return bytes.stream().mapToLong(hour -> hour[activity.index()]).sum();
    }

    /** Returns the bytes that other machines sent. */
    long received() {
        return Arrays.stream(received).sum();
    }

    /** Returns the bytes of an activity that other machines sent. */
    long received(Activity activity) {
        return received[activity.index()];
    }
}
