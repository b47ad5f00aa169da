package org.underbase.tier.mapreduce;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.client.BlockReplicas;
import org.underbase.tier.client.TieredFileSystem;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.protocol.TierException;

/** Splits of a job with their hosts in the order of tiers. It sends one request per file. Not thread-safe. */
final class TieredSplits implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(TieredSplits.class);

    private final Configuration conf;
    private final int limit;
    private final Map<FileSystem, TieredFileSystem> clients = new HashMap<>();
    private final Map<Path, List<BlockReplicas>> files = new HashMap<>();

    TieredSplits(Configuration conf) {
        this.conf = conf;
        this.limit = (int) TierKeys.INPUT_HOSTS.number(conf, 0, Integer.MAX_VALUE);
    }

    /** Orders the hosts of a split. A split of a subclass of Hadoop's classes, or of a cluster without tiers, is unchanged. */
    InputSplit ordered(InputSplit split) throws IOException {
        try {
            if (split.getClass() == FileSplit.class) {
                return ordered((FileSplit) split);
            }
            return split.getClass() == CombineFileSplit.class ? ordered((CombineFileSplit) split) : split;
        } catch (TierException e) {
            // Hosts are hints: the job is correct without an order.
            LOG.warn("tiers: the hosts of the split are not ordered, split={}", split, e);
            return split;
        }
    }

    private FileSplit ordered(FileSplit split) throws IOException {
        HostBytes bytes = new HostBytes();
        bytes.add(replicas(split.getPath()), split.getStart(), split.getLength());
        return new FileSplit(
                split.getPath(), split.getStart(), split.getLength(), bytes.order(split.getLocations(), limit));
    }

    private CombineFileSplit ordered(CombineFileSplit split) throws IOException {
        HostBytes bytes = new HostBytes();
        for (int i = 0; i < split.getNumPaths(); i++) {
            bytes.add(replicas(split.getPath(i)), split.getOffset(i), split.getLength(i));
        }
        return new CombineFileSplit(
                split.getPaths(),
                split.getStartOffsets(),
                split.getLengths(),
                bytes.order(split.getLocations(), limit));
    }

    private List<BlockReplicas> replicas(Path path) throws IOException {
        List<BlockReplicas> known = files.get(path);
        if (known == null) {
            FileSystem fileSystem = path.getFileSystem(conf);
            TieredFileSystem client = clients.get(fileSystem);
            if (client == null) {
                client = TieredFileSystem.of(fileSystem);
                clients.put(fileSystem, client);
            }
            known = client.replicas(path);
            files.put(path, known);
        }
        return known;
    }

    @Override
    public void close() {
        clients.values().forEach(TieredFileSystem::close);
    }
}
