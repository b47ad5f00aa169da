package org.underbase.analysis.operator;

import org.underbase.htfs.format.Activity;

/** Where an activity stands in an array that has one element for each. */
public final class Slots {
    /** How long such an array is. */
    public static final int ACTIVITIES = Activity.values().length;

    private Slots() {}

    // An array costs nothing per event, and slots never leave this process: the danger of ordinals, that they change
    // from one version to the next, does not apply.
    @SuppressWarnings("EnumOrdinal")
    public static int of(Activity activity) {
        return activity.ordinal();
    }
}
