package org.underbase.sim.study;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class WorkersTest {
    @Test
    void anOutOfMemoryErrorOfASimulationIsThatOfTheCaller() {
        OutOfMemoryError error = new OutOfMemoryError("in the test");
        Simulation simulation = batch -> {
            throw error;
        };
        try (Workers workers = new Workers(1)) {
            workers.start(new Batch(1), List.of(simulation));

            assertThatThrownBy(workers::await).isSameAs(error);
        }
    }
}
