package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.sink.PrometheusMetricsSink;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.journal.JournalStatistics;

/** Packaged alert rules: each metric exists under the name that Hadoop's Prometheus endpoint gives it. */
class AlertRulesTest {
    private static final Path RULES = Path.of("..", "conf", "combinedlog", "prometheus-rules.yml");
    private static final Pattern RULE = Pattern.compile("- alert: (\\w+)\\n\\s+expr: (.+)\\n");
    private static final Pattern METRIC = Pattern.compile("combinedlog_[a-z0-9_]+");

    private static List<MatchResult> rules() throws IOException {
        return RULE.matcher(Files.readString(RULES)).results().toList();
    }

    private static Set<String> exported() {
        Configuration conf = new Configuration(false);
        conf.set("dfs.metrics.percentiles.intervals", "60");
        PrometheusMetricsSink sink = new PrometheusMetricsSink();
        try (JournalMetrics metrics =
                new JournalMetrics("node", conf, () -> JournalStatistics.NONE, () -> true, () -> 0)) {
            MetricsCollectorImpl collector = new MetricsCollectorImpl();
            metrics.getMetrics(collector, true);
            Set<String> names = new TreeSet<>();
            for (MetricsRecord record : collector.getRecords()) {
                record.metrics().forEach(metric -> names.add(sink.prometheusName(record.name(), metric.name())));
            }
            return names;
        }
    }

    @Test
    void everyMetricOfTheRulesIsExported() throws IOException {
        Set<String> exported = exported();
        assertThat(exported).contains("combinedlog_syncs_journaled");
        assertThat(rules()).hasSizeGreaterThanOrEqualTo(7).allSatisfy(rule -> {
            List<String> names = METRIC.matcher(rule.group(2))
                    .results()
                    .map(MatchResult::group)
                    .toList();
            assertThat(names).as(rule.group(1)).isNotEmpty().isSubsetOf(exported);
        });
    }

    @Test
    void everyRuleHasAnAction() throws IOException {
        String text = Files.readString(RULES);
        assertThat(rules())
                .extracting(rule -> rule.group(1))
                .doesNotHaveDuplicates()
                .hasSize(text.split("- alert:", -1).length - 1)
                .hasSize(text.split("\n          action: \\w", -1).length - 1)
                .hasSize(text.split("\n          severity: (critical|warning|info)", -1).length - 1);
    }
}
