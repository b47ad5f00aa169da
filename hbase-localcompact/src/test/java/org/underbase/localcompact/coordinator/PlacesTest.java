package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlacesTest {
    private static final Places PLACES = new Places(
            1000, Map.of("10.0.0.1:1", 400L, "10.0.0.1:2", 600L, "10.0.0.2:1", 900L, "10.0.0.3:2", 1000L), true);
    private static final List<String> ALL =
            List.of("10.0.0.1:1", "10.0.0.1:2", "10.0.0.2:1", "10.0.0.2:2", "10.0.0.3:1", "10.0.0.3:2", "10.0.0.4:1");

    @Test
    void aHostIsTakenOnceByTheDataNodeThatHoldsMost() {
        assertThat(PLACES.fullest(ALL, 3, "10.0.0.2")).containsExactly("10.0.0.2:1", "10.0.0.3:2", "10.0.0.1:2");
        assertThat(PLACES.fullest(ALL, 9, "10.0.0.4"))
                .containsExactly("10.0.0.4:1", "10.0.0.3:2", "10.0.0.1:2", "10.0.0.2:1");
        assertThat(PLACES.fullest(ALL, 2, "10.0.0.9")).containsExactly("10.0.0.3:2", "10.0.0.1:2");
    }

    @Test
    void whatAnotherDataNodeOfTheHostHasIsNotFetched() {
        assertThat(PLACES.missing("10.0.0.1:1")).isZero();
        assertThat(PLACES.missing("10.0.0.2:2")).isEqualTo(100);
        assertThat(PLACES.missing("10.0.0.4:1")).isEqualTo(1000);
    }
}
