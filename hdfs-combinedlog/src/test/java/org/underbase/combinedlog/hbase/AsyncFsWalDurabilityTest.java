package org.underbase.combinedlog.hbase;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Durability of puts with HBase's default WAL provider, {@code asyncfs}. */
@Tag("cluster")
class AsyncFsWalDurabilityTest {
    @Test
    void acknowledgedPutsSurviveTheKillOfAllDaemons() throws Exception {
        WalDurability.check("asyncfs");
    }
}
