package org.underbase.tier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ClusterOptionsTest {
    @Test
    void underbasesVariableTakesPrecedence() {
        assertThat(ClusterOptions.byDefault(Map.of("UNDERBASE_CONF_DIR", "/u", "HADOOP_CONF_DIR", "/h")))
                .contains(Path.of("/u"));
        assertThat(ClusterOptions.byDefault(Map.of("UNDERBASE_CONF_DIR", " ", "HADOOP_CONF_DIR", "/h")))
                .contains(Path.of("/h"));
        assertThat(ClusterOptions.byDefault(Map.of())).isEmpty();
    }
}
