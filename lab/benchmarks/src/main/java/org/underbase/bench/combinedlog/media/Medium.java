package org.underbase.bench.combinedlog.media;

import java.util.Optional;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;

/** A kind of disk. */
public enum Medium {
    /** 10 ms seek, 100 MB/s, 8 ms flush: emulated, with the image in memory. */
    SEEKING("seek", "seeking disk"),
    /** Whatever the work directory is on. */
    MACHINE("disk", "machine's disk");

    private final String key;
    private final String title;

    Medium(String key, String title) {
        this.key = key;
        this.title = title;
    }

    /** For names of directories. */
    public String key() {
        return key;
    }

    /** For tables. */
    public String title() {
        return title;
    }

    /** Why it cannot be had on this machine, in one line; empty when it can. */
    public Optional<String> obstacle() {
        return this == SEEKING ? Disk.slow("hdd", DiskModel.HDD).obstacle() : Optional.empty();
    }
}
