package org.underbase.exalt.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.underbase.exalt.tardis.Verify;

class ClusterOptionsTest {
    @Test
    void everyDataNodeBelongsToOneJvm() {
        for (int datanodes = 1; datanodes < 40; datanodes++) {
            for (int jvms = 1; jvms <= 9; jvms++) {
                ClusterOptions options = options(datanodes, jvms, 0);
                int next = 0;
                for (int jvm = 0; jvm < jvms; jvm++) {
                    assertThat(options.firstOf(jvm))
                            .as("%d in %d", datanodes, jvms)
                            .isEqualTo(next);
                    next += options.nodesOf(jvm);
                }
                assertThat(next).isEqualTo(datanodes);
            }
        }
    }

    @Test
    void numberOfJvmsRespectsTheDescriptorLimit() {
        assertThat(ClusterOptions.jvmsFor(0)).isEqualTo(1);
        assertThat(ClusterOptions.jvmsFor(500)).isEqualTo(1);
        assertThat(ClusterOptions.jvmsFor(501)).isEqualTo(2);
        assertThat(ClusterOptions.jvmsFor(3000)).isEqualTo(6);
    }

    @Test
    void invalidClustersAreRejected() {
        assertThatThrownBy(() -> options(0, 1, 0)).hasMessageContaining("DataNode");
        assertThatThrownBy(() -> options(1, 0, 0)).hasMessageContaining("JVM");
        assertThatThrownBy(() -> options(1, 1, 0).on(0)).hasMessageContaining("host");
        assertThatThrownBy(
                        () -> options(2, 2, 0).with(HBaseOptions.of(1, 1 << 30)).on(2))
                .hasMessageContaining("HBase");
    }

    @Test
    void everyByteIsVerifiedByDefault() {
        ClusterOptions options = options(2, 2, 0);
        assertThat(options.verifyOption()).isEqualTo("verify=full");
        ClusterOptions other = options.verifying(Verify.SAMPLED).on(2).with(HBaseOptions.NONE);
        assertThat(other.verifyOption()).isEqualTo("verify=sampled");
        assertThat(other.verifying(Verify.FULL).on(1)).isEqualTo(options);
    }

    private static ClusterOptions options(int datanodes, int jvms, int real) {
        return new ClusterOptions(datanodes, jvms, real, false, true, "10T", "1g", "1g", Map.of(), Path.of("cluster"));
    }
}
