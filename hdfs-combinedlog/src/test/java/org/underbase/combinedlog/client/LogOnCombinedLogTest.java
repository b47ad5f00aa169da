package org.underbase.combinedlog.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.testbed.mini.MiniHdfs;

/** Logs on DataNodes with a combined log. */
@Tag("cluster")
class LogOnCombinedLogTest extends LogOnHdfs {
    @Override
    MiniHdfs.Builder settings(MiniHdfs.Builder builder) {
        return builder.set("dfs.datanode.fsdataset.factory", JournaledDatasetFactory.class.getName())
                .set("dfs.datanode.combinedlog.segment.size", "1m")
                .set("dfs.datanode.combinedlog.segment.max", "1m");
    }

    private long journaledSyncs() {
        return hdfs().cluster().getDataNodes().stream()
                .mapToLong(node -> JournaledDatasets.statistics(node).syncs())
                .sum();
    }

    @Test
    void logsOfSeveralClientsShareTheJournalOfEachDataNode() throws Exception {
        long before = journaledSyncs();
        List<LogWriter> logs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            logs.add(program().create(new Path("/logs/" + i), LogOptions.defaults()));
        }
        for (int round = 0; round < 5; round++) {
            for (LogWriter each : logs) {
                assertThat(each.append(record(round, 100)).get().sequence()).isEqualTo(round);
            }
        }
        for (LogWriter each : logs) {
            each.close();
        }
        // Each log was created with one hsync; all three replicas of each hsync went to a journal.
        assertThat(journaledSyncs() - before).isGreaterThanOrEqualTo(3 * 4 * 6);
    }
}
