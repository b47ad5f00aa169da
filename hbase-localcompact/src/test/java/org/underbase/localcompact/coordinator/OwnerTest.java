package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.conf.LocalCompactKeys;

/** Test of the pressure above which a server's compactions are stock. */
class OwnerTest {
    private final Configuration table = new Configuration(false);
    private final Configuration site = new Configuration(false);

    @Test
    void pressureAboveMaximumIsAnObstacle() {
        assertThat(Owner.obstacle(0, table, site)).isEmpty();
        assertThat(Owner.obstacle(2, table, site)).isEmpty();
        assertThat(Owner.obstacle(2.5, table, site))
                .contains("compaction pressure 2.5 is above underbase.localcompact.max.pressure 2.0");
    }

    @Test
    void tableCanOnlyLowerMaximum() {
        table.set(LocalCompactKeys.MAX_PRESSURE.name(), "100");
        assertThat(Owner.obstacle(2, table, site)).isEmpty();
        assertThat(Owner.obstacle(2.5, table, site)).isPresent();
        table.set(LocalCompactKeys.MAX_PRESSURE.name(), "0.5");
        assertThat(Owner.obstacle(0.5, table, site)).isEmpty();
        assertThat(Owner.obstacle(0.6, table, site)).isPresent();
    }
}
