package org.underbase.dist.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.underbase.testbed.process.CommandResult;

/** {@code conf/laptop}, unchanged, started with the distribution's scripts in a dedicated network namespace. */
@Tag("cluster")
@ExtendWith(NeedsNamespaces.class)
class LaptopConfTest {
    private static final String LAPTOP = "laptop";

    private static OperatedCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = new OperatedCluster("laptop", LAPTOP);
        assertThat(cluster.run(LAPTOP, "underbase-daemon", "format-if-needed").exitCode())
                .isZero();
        for (String daemon : List.of("namenode", "datanode", "zookeeper", "hbase-master", "regionserver")) {
            cluster.start(LAPTOP, daemon);
        }
        cluster.awaitHealth();
    }

    @AfterAll
    static void stop() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void aFileAndATableAreWrittenAndReadBackWithTheTracerAttached() throws IOException {
        CommandResult check = cluster.run(LAPTOP, "underbase", "check");

        assertThat(check.out())
                .as("%s", check.err())
                .containsPattern("ok +tracer here: ")
                .containsPattern("ok +hdfs: wrote and read 1048576 bytes, 1 replicas")
                .containsPattern("ok +hbase: created a table, put, flushed and read 100 rows")
                .containsPattern("ok +tracer in master: ")
                .containsPattern("ok +tracer in regionserver localhost:16020: .*wal=attached");
        assertThat(check.exitCode()).isZero();
        Traces.assertWhatARegionServerDid(cluster, LAPTOP);
    }

    @Test
    void noPortIsReachableFromOutside() throws IOException {
        for (int port : List.of(8020, 9870, 9866, 9864, 9867, 2181, 16000, 16010, 16020, 16030)) {
            assertThat(cluster.listens(LAPTOP, "127.0.0.1", port))
                    .as("port %d on the loopback interface", port)
                    .isTrue();
            assertThat(cluster.listens(LAPTOP, LAPTOP, port))
                    .as("port %d on the network", port)
                    .isFalse();
        }
    }

    @Test
    void theWebPagesOfHdfsWork() throws IOException {
        assertPageWithResources(9870, "/dfshealth.html", "Namenode information", 5);
        assertPageWithResources(9870, "/explorer.html", "Browsing HDFS", 5);
        assertPageWithResources(9864, "/datanode.html", "DataNode Information", 3);
        assertThat(get(9870, "/webhdfs/v1/?op=LISTSTATUS").body())
                .as("what the file browser asks")
                .contains("\"pathSuffix\":\"hbase\"");
        assertThat(get(9870, "/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo")
                        .body())
                .as("what the overview asks")
                .contains("\"LiveNodes\"");
    }

    @Test
    void theWebPagesOfHBaseWork() throws IOException {
        assertPageWithResources(16010, "/master-status", "Region Servers", 3);
        assertPageWithResources(16030, "/rs-status", "RegionServer", 3);
        assertThat(get(16010, "/table.jsp?name=hbase:meta").body()).contains("hbase:meta");
    }

    private static void assertPageWithResources(int port, String path, String text, int atLeast) throws IOException {
        WebAnswer page = get(port, path);
        assertThat(page.body()).contains(text);
        assertThat(page.resources()).as("what %s names", path).hasSizeGreaterThanOrEqualTo(atLeast);
        for (String resource : page.resources()) {
            assertThat(get(port, resource).body()).as(resource).hasSizeGreaterThan(100);
        }
    }

    private static WebAnswer get(int port, String path) throws IOException {
        WebAnswer answer = cluster.fetch(LAPTOP, "127.0.0.1", port, path);
        assertThat(answer.status())
                .as("%s at port %d: %s", path, port, answer.body())
                .isEqualTo(200);
        return answer;
    }
}
