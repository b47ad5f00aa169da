package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.util.ServicePlugin;

/**
 * A plug-in of each DataNode in Hadoop's own tests, and in HBase's. When the DataNode stops it writes down whether it had a
 * journal and how many hsyncs went to it; {@code HadoopTestsWitnessed} reads that. In this package because the dataset is.
 */
public final class HadoopTestsWitness implements ServicePlugin {
    public static final String DIRECTORY = "combinedlog.witness";

    private Optional<DataNode> node = Optional.empty();

    @Override
    public void start(Object service) {
        node = Optional.of((DataNode) service);
    }

    @Override
    public void stop() {
        node.ifPresent(HadoopTestsWitness::write);
        node = Optional.empty();
    }

    private static void write(DataNode stopped) {
        boolean ours = stopped.getFSDataset() instanceof JournaledDataset;
        String line = ours ? "ours " + JournaledDatasets.statistics(stopped).records() : "other 0";
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
