package org.underbase.bench.tiers.io;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.tier.client.TieredFileSystem;

/** {@code TiersKnownMain}: ends when the NameNode knows the tier of every DataNode, or fails after two minutes. */
public final class TiersKnownMain {
    private static final int SECONDS = 120;

    private TiersKnownMain() {}

    /**
     * Waits.
     *
     * @throws IOException when a tier is still not known
     * @throws InterruptedException when interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        try (FileSystem fs = new Path("/").getFileSystem(new Configuration());
                TieredFileSystem tiers = TieredFileSystem.of(fs)) {
            for (int second = 0; tiers.clusterTiers().withoutTier() > 0; second++) {
                if (second == SECONDS) {
                    throw new IOException(tiers.clusterTiers().withoutTier() + " DataNodes have no tier");
                }
                Thread.sleep(1000);
            }
        }
    }
}
