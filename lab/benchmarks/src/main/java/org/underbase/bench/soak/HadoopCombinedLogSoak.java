package org.underbase.bench.soak;

import java.util.List;

/**
 * Runs Hadoop's own tests of append, hflush, hsync, truncate, recovery, DataNode restart, volumes, scanners, corruption and
 * rolling upgrade on DataNodes with a combined log, by the profile {@code soak-hadoop-combinedlog} of
 * {@code hdfs-combinedlog}.
 */
public final class HadoopCombinedLogSoak extends OwnTestsSoak {
    /** For the service loader. */
    public HadoopCombinedLogSoak() {
        super(new TestFamily("hadoop-combinedlog", "hdfs-combinedlog", List.of("journaled")));
    }

    @Override
    public String description() {
        return "Hadoop's own tests of append, hsync, recovery, scanners and more, on DataNodes with a combined log";
    }
}
