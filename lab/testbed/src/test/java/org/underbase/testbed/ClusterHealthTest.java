package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClusterHealthTest {
    @Test
    void earlierProcessOfSameAddressIsNotCounted() {
        assertThat(ClusterHealth.online("n4,16020,1795741102993;n1,16020,1795741054892;n4,16020,1795741295527"))
                .containsExactly("n1:16020", "n4:16020");
        assertThat(ClusterHealth.online("")).isEmpty();
    }
}
