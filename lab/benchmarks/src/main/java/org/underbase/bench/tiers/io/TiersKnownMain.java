package org.underbase.bench.tiers.io;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.testbed.Await;
import org.underbase.tier.client.TieredFileSystem;

/** Program that exits when the NameNode has the tier of every DataNode, or fails after two minutes. */
public final class TiersKnownMain {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private TiersKnownMain() {}

    /**
     * Waits for the tiers.
     *
     * @param args none
     * @throws IOException if a DataNode has no tier after two minutes
     */
    public static void main(String[] args) throws IOException {
        try (FileSystem fs = new Path("/").getFileSystem(new Configuration());
                TieredFileSystem tiers = TieredFileSystem.of(fs)) {
            Await.until(
                    "all DataNodes to announce their tiers",
                    LIMIT,
                    () -> tiers.clusterTiers().withoutTier() + " DataNodes without a tier",
                    () -> tiers.clusterTiers().withoutTier() == 0);
        }
    }
}
