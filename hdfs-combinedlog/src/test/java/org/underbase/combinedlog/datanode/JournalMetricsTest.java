package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.block.ReplayReports;
import org.underbase.combinedlog.journal.JournalStatistics;
import org.underbase.combinedlog.journal.Replayed;

/** Metrics that the journal publishes. */
class JournalMetricsTest {
    static final JournalStatistics STATISTICS =
            new JournalStatistics(10, 9, 8, 4, 7, 6, 5, 4, 3, 2, 1, 11, 12, 13, 14, 15_999_999_999L);

    static Map<String, Number> read(JournalMetrics metrics) {
        MetricsCollectorImpl collector = new MetricsCollectorImpl();
        metrics.getMetrics(collector, true);
        Map<String, Number> values = new HashMap<>();
        for (AbstractMetric each : collector.getRecords().get(0).metrics()) {
            values.put(each.name(), each.value());
        }
        return values;
    }

    @Test
    void everyOutcomeOfAnHsyncHasItsCounter() {
        JournalMetrics metrics =
                new JournalMetrics("node", new Configuration(false), () -> STATISTICS, () -> true, () -> 16);
        metrics.synced(Outcome.DURABLE, 1000);
        metrics.synced(Outcome.DURABLE, 3000);
        metrics.synced(Outcome.OVERSIZED, 2000);
        metrics.synced(Outcome.JOURNAL_FULL, 2000);
        metrics.synced(Outcome.JOURNAL_FAILED, 2000);

        Map<String, Number> values = read(metrics);
        assertThat(values)
                .containsEntry("SyncsJournaled", 2L)
                .containsEntry("SyncsDirectOversized", 1L)
                .containsEntry("SyncsDirectJournalFull", 1L)
                .containsEntry("SyncsDirectJournalFailed", 1L)
                .containsEntry("SyncNanosNumOps", 5L)
                .containsEntry("SyncNanosAvgTime", 2000.0)
                .containsEntry("JournalActive", 1)
                .containsEntry("Records", 10L)
                .containsEntry("Commits", 8L)
                .containsEntry("DirectCommits", 4L)
                .containsEntry("FreeSegments", 13)
                .containsEntry("OldestRecordSeconds", 15L)
                .containsEntry("TrackedReplicas", 16);
        Map<String, Long> status = metrics.values();
        assertThat(status.keySet()).isSubsetOf(values.keySet());
        status.forEach((name, value) ->
                assertThat(value).as(name).isEqualTo(values.get(name).longValue()));
        assertThat(status).hasSize(values.size() - 2);
        assertThat(values.keySet()).noneMatch(name -> name.contains("Percentile"));
        metrics.close();
    }

    @Test
    void replayAndInvalidationsAreCounted() {
        JournalMetrics metrics =
                new JournalMetrics("node", new Configuration(false), () -> STATISTICS, () -> true, () -> 16);
        assertThat(read(metrics)).containsEntry("ReplayNanos", 0L).containsEntry("Invalidations", 0L);
        metrics.replayed(ReplayReports.of(new Replayed(7, 0, 1, List.of("gap")), List.of("a", "b"), 9));
        metrics.invalidated(true);
        metrics.invalidated(false);
        assertThat(read(metrics))
                .containsEntry("ReplayNanos", 9L)
                .containsEntry("ReplayedRecords", 7L)
                .containsEntry("ReplayCorruptReplicas", 2L)
                .containsEntry("ReplayFailedReplicas", 0L)
                .containsEntry("ReplayGaps", 1L)
                .containsEntry("Invalidations", 1L)
                .containsEntry("FailedInvalidations", 1L);
        metrics.close();
    }

    @Test
    void quantilesUseTheIntervalsOfTheDataNode() {
        Configuration conf = new Configuration(false);
        conf.set("dfs.metrics.percentiles.intervals", "60,300");
        JournalMetrics metrics = new JournalMetrics("node", conf, () -> STATISTICS, () -> false, () -> 0);
        try {
            assertThat(read(metrics))
                    .containsKeys("SyncNanos60s50thPercentileLatency", "SyncNanos60s99thPercentileLatency")
                    .containsKeys("SyncNanos300s99thPercentileLatency", "CommitNanos60s99thPercentileLatency")
                    .containsEntry("JournalActive", 0);
        } finally {
            metrics.close();
        }
    }
}
