package org.underbase.exalt.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WarningsTest {
    private static final long MEMORY = 1L << 34;

    @Test
    void freeMachineCausesNoWarning() {
        assertThat(Warnings.of(List.of(Results.phase(89, 19, MEMORY / 2, 0)), MEMORY))
                .isEmpty();
    }

    @Test
    void eachExceededLimitIsReported() {
        assertThat(Warnings.of(List.of(Results.phase(91, 0, MEMORY, 0)), MEMORY))
                .singleElement()
                .asString()
                .contains("processors", "91%");
        assertThat(Warnings.of(List.of(Results.phase(10, 21, MEMORY, 0)), MEMORY))
                .singleElement()
                .asString()
                .contains("disks", "21%");
        assertThat(Warnings.of(List.of(Results.phase(10, 0, MEMORY / 100, 0)), MEMORY))
                .singleElement()
                .asString()
                .contains("memory", "163 MiB");
        assertThat(Warnings.of(List.of(Results.phase(10, 0, MEMORY, 2)), MEMORY))
                .singleElement()
                .asString()
                .contains("2 errors", "it broke");
    }
}
