package org.underbase.sim.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlicesTest {
    private static final long MINUTE = 60_000_000_000L;

    private static List<String> phases(int every, int count) {
        Slices slices = new Slices(every, Slices.HOUR);
        List<String> phases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            phases.add(slices.number() + (slices.measured() ? " measured" : "") + " until " + slices.end() / MINUTE);
            slices.next();
        }
        return phases;
    }

    @Test
    void aMinutePrecedesEachSlice() {
        assertThat(phases(2, 6))
                .containsExactly(
                        "-1 until 59",
                        "0 until 60",
                        "0 measured until 120",
                        "-1 until 179",
                        "1 until 180",
                        "1 measured until 240");
    }

    @Test
    void adjacentSlicesHaveNoWarmUp() {
        assertThat(phases(1, 6))
                .containsExactly(
                        "-1 until 0",
                        "0 until 0",
                        "0 measured until 60",
                        "-1 until 60",
                        "1 until 60",
                        "1 measured until 120");
    }
}
