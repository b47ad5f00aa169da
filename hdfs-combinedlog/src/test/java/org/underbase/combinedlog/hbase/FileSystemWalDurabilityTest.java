package org.underbase.combinedlog.hbase;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Durability of puts with HBase's WAL provider {@code filesystem}, which is not the default. */
@Tag("cluster")
@Tag("long")
class FileSystemWalDurabilityTest {
    @Test
    void acknowledgedPutsSurviveTheKillOfAllDaemons() throws Exception {
        WalDurability.check("filesystem");
    }
}
