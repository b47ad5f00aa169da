package org.underbase.localcompact.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.util.EnvironmentEdge;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.ManualEnvironmentEdge;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PinnedClockTest {
    private final ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
    private EnvironmentEdge before;

    @BeforeEach
    void aClock() {
        before = EnvironmentEdgeManager.getDelegate();
        clock.setValue(1);
        EnvironmentEdgeManager.injectEdge(clock);
    }

    @AfterEach
    void restore() {
        EnvironmentEdgeManager.injectEdge(before);
    }

    @Test
    void timeIsFrozenUntilTheEnd() {
        PinnedClock.at(7, () -> {
            assertThat(EnvironmentEdgeManager.currentTime()).isEqualTo(7);
            PinnedClock.atRealTime(
                    () -> assertThat(EnvironmentEdgeManager.currentTime()).isEqualTo(1));
            PinnedClock.at(
                    8, () -> assertThat(EnvironmentEdgeManager.currentTime()).isEqualTo(8));
            assertThat(EnvironmentEdgeManager.currentTime()).isEqualTo(7);
        });
        assertThat(EnvironmentEdgeManager.getDelegate()).isSameAs(clock);
    }

    @Test
    void clockInjectedInTheMeantimeStays() {
        ManualEnvironmentEdge other = new ManualEnvironmentEdge();
        PinnedClock.at(7, () -> EnvironmentEdgeManager.injectEdge(other));
        assertThat(EnvironmentEdgeManager.getDelegate()).isSameAs(other);
    }
}
