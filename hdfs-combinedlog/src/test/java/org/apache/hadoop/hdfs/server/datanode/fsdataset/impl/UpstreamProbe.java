package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.util.ServicePlugin;

/**
 * Plug-in of each DataNode in the upstream Hadoop and HBase tests. When the DataNode stops, it writes whether the DataNode had a
 * journal, and the number of records; {@code UpstreamProbeCheck} reads that. It is in this package because the dataset is.
 */
public final class UpstreamProbe implements ServicePlugin {
    public static final String DIRECTORY = "upstream.probe";

    private final List<DataNode> nodes = new CopyOnWriteArrayList<>();

    @Override
    public void start(Object service) {
        nodes.add((DataNode) service);
    }

    @Override
    public void stop() {
        nodes.forEach(UpstreamProbe::write);
        nodes.clear();
    }

    private static void write(DataNode stopped) {
        boolean journaled = stopped.getFSDataset() instanceof JournaledDataset;
        String line =
                journaled ? "journaled " + JournaledDatasets.statistics(stopped).records() : "stock 0";
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
