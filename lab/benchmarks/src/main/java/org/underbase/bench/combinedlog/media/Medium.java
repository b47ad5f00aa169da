package org.underbase.bench.combinedlog.media;

import java.util.Optional;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;

/** Kind of disk. */
public enum Medium {
    /** Emulated disk: 10 ms per seek, 100 MB/s, 8 ms per flush; its image is in memory. */
    SEEKING("seek", "seeking disk"),
    /** Disk of the work directory. */
    MACHINE("disk", "machine's disk");

    private final String key;
    private final String title;

    Medium(String key, String title) {
        this.key = key;
        this.title = title;
    }

    /** Returns the name for directories. */
    public String key() {
        return key;
    }

    /** Returns the name for tables. */
    public String title() {
        return title;
    }

    /** Returns the reason why this machine cannot provide the disk, in one line; empty if it can. */
    public Optional<String> obstacle() {
        return this == SEEKING ? Disk.slow("hdd", DiskModel.HDD).obstacle() : Optional.empty();
    }
}
