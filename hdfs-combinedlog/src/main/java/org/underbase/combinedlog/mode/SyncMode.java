package org.underbase.combinedlog.mode;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a DataNode syncs a replica. */
public enum SyncMode {
    /** Stock HDFS: an hsync fsyncs the files of the replica; an hflush does not wait for the disk. */
    STOCK,
    /** An hsync is a record in the journal; an hflush does not wait for the disk. */
    JOURNAL,
    /** As {@link #JOURNAL}, and an hflush returns when the bytes are on disk. */
    DURABLE_HFLUSH;

    /**
     * Finds a mode by its name.
     *
     * @param name result of {@link #toString}
     * @return the mode; empty if no mode has this name
     */
    public static Optional<SyncMode> of(String name) {
        return Arrays.stream(values())
                .filter(each -> each.toString().equals(name))
                .findFirst();
    }

    /** Returns the name in commands and messages, such as {@code durable-hflush}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
