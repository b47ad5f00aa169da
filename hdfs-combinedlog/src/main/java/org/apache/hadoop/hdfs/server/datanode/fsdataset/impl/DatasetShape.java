package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.util.VersionInfo;

/**
 * Check that the stock dataset of this Hadoop has the methods that change a replica. If one were renamed, its successor would
 * change replicas without a record.
 */
final class DatasetShape {
    private DatasetShape() {}

    static void check() throws IOException {
        for (Method override : JournaledDataset.class.getDeclaredMethods()) {
            if (!override.isAnnotationPresent(Recorded.class)) {
                continue;
            }
            boolean found = Arrays.stream(FsDatasetImpl.class.getDeclaredMethods())
                    .anyMatch(stock -> stock.getName().equals(override.getName())
                            && Arrays.equals(stock.getParameterTypes(), override.getParameterTypes()));
            if (!found) {
                List<String> parameters = Arrays.stream(override.getParameterTypes())
                        .map(Class::getSimpleName)
                        .toList();
                throw new IOException("unsupported DataNode of Hadoop " + VersionInfo.getVersion()
                        + ": the combined log requires FsDatasetImpl." + override.getName() + "("
                        + String.join(", ", parameters) + "); unset dfs.datanode.fsdataset.factory");
            }
        }
    }
}
