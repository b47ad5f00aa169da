package org.underbase.bench.soak;

import java.util.List;

/**
 * Runs HBase's own tests of its WAL, of durability, rolling, replay and splitting, on DataNodes with a combined log, by the
 * profile {@code soak-hbase-combinedlog} of {@code hdfs-combinedlog}.
 */
public final class HBaseCombinedLogSoak extends OwnTestsSoak {
    /** For the service loader. */
    public HBaseCombinedLogSoak() {
        super(new TestFamily("hbase-combinedlog", "hdfs-combinedlog", List.of("journaled")));
    }

    @Override
    public String description() {
        return "HBase's own tests of its WAL, on DataNodes with a combined log";
    }
}
