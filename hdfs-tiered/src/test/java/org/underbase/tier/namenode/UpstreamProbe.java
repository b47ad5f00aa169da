package org.underbase.tier.namenode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.util.ServicePlugin;
import org.underbase.tier.namenode.placement.TierPlacement;
import org.underbase.tier.namenode.retrieval.TierTopology;

/**
 * NameNode plug-in of Hadoop's tests. When the NameNode stops, it writes to a file whether the NameNode had the classes of the
 * tiers and how many replicas they placed. {@link UpstreamProbeCheck} reads the files.
 */
public final class UpstreamProbe implements ServicePlugin {
    static final String DIRECTORY = "upstream.probe";

    /** Returns the name of the placement policy that the run's setting configures. */
    static String placement() {
        return new HdfsConfiguration()
                .get(
                        DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY,
                        DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_DEFAULT.getName());
    }

    private Optional<FSNamesystem> namesystem = Optional.empty();

    @Override
    public void start(Object service) {
        namesystem = Optional.of(((NameNode) service).getNamesystem());
    }

    @Override
    public void stop() {
        namesystem.ifPresent(UpstreamProbe::write);
        namesystem = Optional.empty();
    }

    private static void write(FSNamesystem stopped) {
        var blocks = stopped.getBlockManager();
        boolean placement = blocks.getBlockPlacementPolicy() instanceof TierPlacement;
        String line = "other-topology 0";
        if (blocks.getDatanodeManager().getNetworkTopology() instanceof TierTopology topology) {
            int tiers = topology.registry().tiers().size();
            long placed = tiers == 0 ? 0 : topology.served().writes(0);
            line = (placement ? "tiers " : "other-placement ") + placed;
        }
        try {
            Path directory = Files.createDirectories(Path.of(System.getProperty(DIRECTORY)));
            Files.writeString(directory.resolve(UUID.randomUUID() + ".txt"), line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stop();
    }
}
