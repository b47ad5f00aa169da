package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Test of HDFS's Balancer with a table whose replicas have favored nodes, where DataNodes pin them. */
@Tag("cluster")
@Tag("long")
class BalancerTest {
    private static final Path OTHERS = new Path("/others");
    private static final int OTHERS_LENGTH = 40 << 20;

    @Test
    void balancerKeepsFavoredReplicasWithBlockPinning() throws Exception {
        try (BalancedCluster cluster = new BalancedCluster(true)) {
            TableCluster tables = cluster.tables();
            TableName table = cluster.table();
            RegionInfo region = tables.region(table);
            Set<String> home = tables.home(region);
            Map<String, List<Set<String>>> before = tables.locations(region);
            cluster.writeUnpinned(OTHERS, OTHERS_LENGTH);
            List<Set<String>> others = cluster.locations(OTHERS);
            cluster.balanceUntil(() -> assertThat(cluster.locations(OTHERS))
                    .isNotEqualTo(others)
                    .allSatisfy(block -> assertThat(block).hasSize(3)));
            assertThat(tables.locations(region)).isEqualTo(before);
            assertThat(tables.home(region)).isEqualTo(home);
            assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
            assertThat(tables.estimate(table)).contains("non-local input 0 bytes here and 0 bytes on all nodes;");
        }
    }
}
