package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** Current metrics of a DataNode. */
final class NodeMetrics {
    private NodeMetrics() {}

    /** Returns a metric of its combined log by its public name. */
    static long of(DataNode node, String metric) {
        Map<String, Long> found = all(node.getDatanodeUuid());
        assertThat(found).containsKey(metric);
        return found.get(metric);
    }

    /** Returns all metrics of the DataNode with this name. */
    static Map<String, Long> all(String name) {
        MetricsSource source = DefaultMetricsSystem.instance().getSource("CombinedLog-" + name);
        assertThat(source).as("the metrics of " + name).isNotNull();
        MetricsCollectorImpl collector = new MetricsCollectorImpl();
        source.getMetrics(collector, true);
        Map<String, Long> found = new HashMap<>();
        List<? extends MetricsRecord> records = collector.getRecords();
        for (MetricsRecord record : records) {
            for (AbstractMetric each : record.metrics()) {
                found.put(each.name(), each.value().longValue());
            }
        }
        return found;
    }

    /** Returns the number of fsyncs of block files; requires that the DataNode profiles its file I/O. */
    static long blockFileFsyncs(DataNode node) throws IOException {
        long fsyncs = 0;
        try (FsDatasetSpi.FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
            for (FsVolumeSpi volume : volumes) {
                fsyncs += volume.getMetrics().getSyncIoSampleCount();
            }
        }
        return fsyncs;
    }
}
