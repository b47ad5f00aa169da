package org.underbase.sim.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.underbase.sim.layer.Layer;
import org.underbase.sim.study.Metric;

/** The errors are those of the evidence page. */
class MeasuredErrorsTest {
    private static final Map<Layer, Metric> METRICS = Map.of(
            Layer.HDFS_WRITTEN, Metric.HDFS_WRITES,
            Layer.NETWORK, Metric.NETWORK,
            Layer.DATANODES_READ, Metric.FS_READS,
            Layer.DATANODES_WRITTEN, Metric.FS_WRITES,
            Layer.DISKS_READ, Metric.DISK_READS,
            Layer.DISKS_WRITTEN, Metric.DISK_WRITES);

    @Test
    void errorsOfLocalCompactionAreThoseOfTheEvidencePage() throws IOException {
        String page = Files.readString(Path.of("..", MeasuredErrors.source().split("/")));
        METRICS.forEach((layer, metric) -> {
            String cell = "\\ball, " + layer.label() + ", level: .*? error ([0-9.]+)%, noise ([0-9.]+)%";
            double largest = Pattern.compile(cell)
                    .matcher(page)
                    .results()
                    .mapToDouble(
                            found -> Math.max(Double.parseDouble(found.group(1)), Double.parseDouble(found.group(2))))
                    .max()
                    .orElseThrow();
            assertThat(MeasuredErrors.of(Feature.LOCALCOMPACT, metric).orElseThrow())
                    .as("%s in measured-errors.properties", metric.id())
                    .isCloseTo(largest / 100, within(1e-9));
        });
    }

    @Test
    void otherErrorsWereNeverMeasured() {
        assertThat(MeasuredErrors.of(Feature.LOCALCOMPACT, Metric.READ_P99)).isEqualTo(OptionalDouble.empty());
        assertThat(MeasuredErrors.missing(Change.of("localcompact,ram=1g"), Metric.NETWORK))
                .containsExactly("ram");
    }
}
