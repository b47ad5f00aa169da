package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.format.Drops;

/** Losses are counted by cause, from any thread. */
class MetricsTest {
    @Test
    void lossesOfAllThreadsAreCountedByCause() {
        Metrics metrics = new Metrics();
        Drops.Cause[] causes = Drops.Cause.values();

        IntStream.range(0, 9000).parallel().forEach(i -> metrics.lost(causes[i % causes.length], 2, 10));

        for (Drops.Cause cause : causes) {
            assertThat(metrics.drops().events(cause)).isEqualTo(2000);
            assertThat(metrics.drops().bytes(cause)).isEqualTo(10_000);
        }
        assertThat(metrics.drops().total()).isEqualTo(18_000);
        assertThat(metrics.drops().minus(metrics.drops())).isEqualTo(Drops.NONE);
        assertThat(metrics.drops().toString()).contains("2000 because of write errors, 2000 because of the size limit");
        assertThat(Drops.Cause.SIZE_CAP.label()).isEqualTo("sizeCap");
    }

    @Test
    void thePublishedMetricsCountLossesOfEachCause() {
        Configuration off = new Configuration(false);
        off.set(TraceKeys.DIR.name(), "/none");
        off.set(TraceKeys.ENABLED.name(), "false");
        try (Tracer tracer = Tracer.start(off)) {
            for (Drops.Cause cause : Drops.Cause.values()) {
                // Such as calls that move no bytes, which only this sum shows.
                tracer.metrics().lost(cause, 1, 0);
            }
            MetricsCollectorImpl collector = new MetricsCollectorImpl();
            new TracerSource(tracer.bean()).getMetrics(collector, true);

            assertThat(collector.getRecords().get(0).metrics())
                    .filteredOn(metric -> metric.name().equals("LostCalls"))
                    .singleElement()
                    .extracting(AbstractMetric::value)
                    .isEqualTo((long) Drops.Cause.values().length);
        }
    }
}
