package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.util.VersionInfo;

/**
 * Whether the stock dataset of this Hadoop has the methods through which a replica changes: one that is missing would change
 * replicas behind the journal's back.
 */
final class DatasetShape {
    private DatasetShape() {}

    static void check() throws IOException {
        for (Method ours : JournaledDataset.class.getDeclaredMethods()) {
            if (!ours.isAnnotationPresent(Recorded.class)) {
                continue;
            }
            boolean there = Arrays.stream(FsDatasetImpl.class.getDeclaredMethods())
                    .anyMatch(stock -> stock.getName().equals(ours.getName())
                            && Arrays.equals(stock.getParameterTypes(), ours.getParameterTypes()));
            if (!there) {
                List<String> parameters = Arrays.stream(ours.getParameterTypes())
                        .map(Class::getSimpleName)
                        .toList();
                throw new IOException(
                        "the combined log does not know the DataNode of Hadoop " + VersionInfo.getVersion()
                                + ": FsDatasetImpl has no " + ours.getName() + "("
                                + String.join(", ", parameters) + "); unset dfs.datanode.fsdataset.factory");
            }
        }
    }
}
