package org.underbase.bench.soak;

import java.util.List;

/**
 * Runs HBase's own tests of HFiles, stores, memstores and WALs under Exalt's agent, with its memstore, by the profile
 * {@code soak-hbase-exalt} of {@code exalt-hbase}.
 */
public final class HBaseExaltSoak extends OwnTestsSoak {
    /** For the service loader. */
    public HBaseExaltSoak() {
        super(new TestFamily("hbase-exalt", "exalt-hbase", List.of("emulated")));
    }

    @Override
    public String description() {
        return "HBase's own tests of files, memstores and logs, under Exalt's agent";
    }
}
