package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class YieldsTest {
    private final Yields yields = new Yields();

    @Test
    void nothingIsKnownOfAStoreAtFirst() {
        assertThat(yields.expected("r/f/all", 1000)).isEqualTo(1000);
    }

    @Test
    void theLastCompactionsCountMost() {
        yields.learn("r/f/all", 1000, 200);
        assertThat(yields.expected("r/f/all", 1000)).isEqualTo(200);
        yields.learn("r/f/all", 1000, 1000);
        assertThat(yields.expected("r/f/all", 1000)).isEqualTo(600);
        yields.learn("r/f/all", 1000, 200);
        assertThat(yields.expected("r/f/all", 1000)).isEqualTo(400);
    }

    @Test
    void storesAndKindsOfCompactionAreApart() {
        yields.learn("r/f/all", 1000, 0);
        assertThat(yields.expected("r/f/some", 1000)).isEqualTo(1000);
        assertThat(yields.expected("r/g/all", 1000)).isEqualTo(1000);
    }

    @Test
    void oneOddCompactionDoesNotDecideForEver() {
        for (int i = 0; i < 100; i++) {
            yields.learn("r/f/all", 1000, 0);
        }
        assertThat(yields.expected("r/f/all", 64_000)).isEqualTo(1000);
        for (int i = 0; i < 100; i++) {
            yields.learn("r/f/all", 1, 1_000_000);
        }
        assertThat(yields.expected("r/f/all", 1000)).isEqualTo(2000);
        yields.learn("r/f/all", 0, 1000);
        assertThat(yields.expected("r/f/all", 1000)).isEqualTo(2000);
    }

    @Test
    void theStoreThatWasLongNotAskedForIsForgotten() {
        yields.learn("old", 1000, 500);
        for (int i = 0; i < 10_000; i++) {
            yields.learn("r" + i, 1000, 500);
        }
        assertThat(yields.expected("old", 1000)).isEqualTo(1000);
        assertThat(yields.expected("r9999", 1000)).isEqualTo(500);
    }

    @Test
    void whatATtlHasEndedIsNoOutput() {
        assertThat(Yields.living(100, 200, 50)).isEqualTo(1);
        assertThat(Yields.living(100, 200, 100)).isEqualTo(1);
        assertThat(Yields.living(100, 200, 175)).isCloseTo(0.25, Offset.offset(1e-9));
        assertThat(Yields.living(100, 200, 201)).isZero();
        assertThat(Yields.living(100, 100, 101)).isZero();
        // A file with a mark of deletion tells no oldest cell.
        assertThat(Yields.living(0, 200, 100)).isEqualTo(1);
        assertThat(Yields.living(0, 200, 201)).isZero();
        // A file without cells says nothing.
        assertThat(Yields.living(Long.MAX_VALUE, Long.MAX_VALUE, 100)).isEqualTo(1);
    }
}
