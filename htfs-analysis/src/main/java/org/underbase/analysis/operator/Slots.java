package org.underbase.analysis.operator;

import org.underbase.htfs.format.Activity;

/** Index of activities in arrays with one element per activity. */
public final class Slots {
    /** Length of such an array. */
    public static final int ACTIVITIES = Activity.values().length;

    private Slots() {}

    /** Returns the index of an activity. */
    // Arrays are cheaper than maps. Ordinals are safe here: they are never stored, so a new version may change them.
    @SuppressWarnings("EnumOrdinal")
    public static int of(Activity activity) {
        return activity.ordinal();
    }
}
