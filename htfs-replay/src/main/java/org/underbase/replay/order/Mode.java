package org.underbase.replay.order;

/** How a call uses a resource: a stream, a file, or a path. */
enum Mode {
    /** Changes the resource: creates, renames or deletes it, or moves the position of a stream. */
    CHANGE,
    /** Changes a path below this one. */
    CHANGE_BELOW,
    /** Reads what is below this path, or whether it exists, which a change below it may cause. */
    READ_BELOW,
    USE,
    /** Uses a path below this one without changes. */
    USE_BELOW;

    /** Whether two calls with these modes keep their order. */
    boolean conflicts(Mode other) {
        return this == CHANGE
                || other == CHANGE
                || (this == CHANGE_BELOW && other == READ_BELOW)
                || (this == READ_BELOW && other == CHANGE_BELOW);
    }
}
