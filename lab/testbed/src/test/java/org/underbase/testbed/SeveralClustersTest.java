package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Independence of clusters of the same JVM. */
@Tag("cluster")
@Tag("long")
class SeveralClustersTest {
    @Test
    void twoClustersRunConcurrently() throws IOException {
        try (TestCluster one = TestCluster.builder().start();
                TestCluster two = TestCluster.builder().start()) {
            for (TestCluster cluster : List.of(one, two)) {
                cluster.awaitLiveDataNodes(1);
                cluster.client().run(PutFile.class, "/file", "10", "1");
            }
            one.close();
            assertThat(ProcessList.mentioning(one.directory().toString())).isEmpty();
            two.awaitLiveDataNodes(1);
            two.client().run(PutFile.class, "/after", "10", "1");
        }
    }
}
