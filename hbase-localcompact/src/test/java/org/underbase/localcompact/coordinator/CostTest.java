package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CostTest {
    private static final List<String> NODES = List.of("a", "b", "c");

    private static Places holding(long a, long b, long c) {
        return new Places(1000, Map.of("a", a, "b", b, "c", c), Map.of());
    }

    @Test
    void whereAllNodesHaveAllInputsNothingIsSent() {
        assertThat(Cost.of(holding(1000, 1000, 1000), "a", NODES, 1000)).isEqualTo(new Cost(0, 2000));
    }

    @Test
    void whatANodeMissesIsFetched() {
        Cost cost = Cost.of(holding(1000, 1000, 400), "a", NODES, 1000);
        assertThat(cost).isEqualTo(new Cost(600, 2000));
        assertThat(cost.localIsLess()).isTrue();
    }

    @Test
    void aStockCompactionFetchesWhatItsOwnNodeMisses() {
        assertThat(Cost.of(holding(0, 1000, 1000), "a", NODES, 100)).isEqualTo(new Cost(1000, 1200));
    }

    @Test
    void anOutputThatIsSmallIsCheaperToShipThanInputsAre() {
        assertThat(Cost.of(holding(1000, 0, 0), "a", NODES, 100).localIsLess()).isFalse();
    }
}
