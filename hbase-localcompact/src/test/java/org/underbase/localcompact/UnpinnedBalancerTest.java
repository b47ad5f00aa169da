package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Test of HDFS's Balancer with a table whose replicas have favored nodes, where DataNodes do not pin them. */
@Tag("cluster")
@Tag("long")
class UnpinnedBalancerTest {

    @Test
    void nextCompactionGathersReplicasMovedWithoutBlockPinning() throws Exception {
        try (BalancedCluster cluster = new BalancedCluster(false)) {
            TableCluster tables = cluster.tables();
            TableName table = cluster.table();
            RegionInfo region = tables.region(table);
            Map<String, List<Set<String>>> before = tables.locations(region);
            cluster.balanceUntil(() -> assertThat(tables.locations(region)).isNotEqualTo(before));
            // Whether the non-local inputs or the output cross the network depends on what the Balancer moved.
            cluster.write(1);
            assertThat(tables.major(table)).singleElement().asString().containsAnyOf(TableCluster.LOCALLY, "(COST)");
            tables.home(region);
            tables.checkRows(table);
        }
    }
}
