package org.underbase.sim.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.study.Metric;

/** Features, goals and hardware as users write them. */
class FeatureTest {
    private static final Alternative BASE =
            new Alternative("baseline", new Hardware(30, 0, 15), PaperDisk.DEFAULT, false, false);

    @Test
    void featuresOfAnAlternativeAreCombined() {
        String name = "flash=512m,localcompact,combinedlog,disks=20,seek=5ms";

        assertThat(Feature.apply(BASE, name))
                .isEqualTo(new Alternative(
                        name, new Hardware(30, 0.5, 20), new PaperDisk(100_000_000, 5_000_000), true, true));
    }

    @Test
    void invalidFeaturesAreRejected() {
        assertThatThrownBy(() -> Feature.apply(BASE, "tape")).hasMessageStartingWith("unknown feature 'tape': must be");
        assertThatThrownBy(() -> Feature.apply(BASE, "flash")).hasMessage("missing value of feature flash");
        assertThatThrownBy(() -> Feature.apply(BASE, "combinedlog=1")).hasMessage("feature combinedlog has no value");
        assertThatThrownBy(() -> Feature.apply(BASE, "disks=1")).hasMessageContaining("at least 2");
        assertThatThrownBy(() -> Feature.apply(BASE, "ram=0")).hasMessageContaining("positive");
    }

    @Test
    void goalIsALatencyBelowABound() {
        assertThat(Goal.parse("log-mean<2.5ms")).isEqualTo(new Goal(Metric.LOG_MEAN, 2.5));
        assertThatThrownBy(() -> Goal.parse("read-p99<2ms")).hasMessageContaining("must be read-mean, log-mean");
    }

    @Test
    void hardwareOfThePaperIsTheReference() throws IOException {
        assertThat(HardwareFile.read(HardwareFile.PAPER)).isEqualTo(BASE);
    }

    @Test
    void incompleteHardwareIsRejected(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("h"), "ram.gigabytes=1\nflash.gigabytes=0\n");

        assertThatThrownBy(() -> HardwareFile.read(file.toString()))
                .hasMessage("invalid hardware in " + file + ": missing disks");
    }
}
