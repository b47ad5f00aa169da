package org.underbase.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.TestAnalysis;
import org.underbase.analysis.layers.Layers;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.analysis.testing.TestResults;
import org.underbase.htfs.format.Activity;

class ResultTableTest {
    private static final long MIB = 1 << 20;

    private final TestProcess server = new TestProcess("n1", "1@0");

    @Test
    void measuredValuesHaveThePapersValuesNextToThem() {
        server.doing(Activity.LOGGING).writeWal(server.createWal("/log", 3), 80 * MIB);
        server.doing(Activity.FLUSH).write(server.create("/f", 3), 10 * MIB);
        server.doing(Activity.COMPACTION).write(server.create("/c", 3), 155 * MIB);
        long in = server.open("/f");
        server.doing(Activity.READ).pread(in, 0, 990 * MIB);

        List<String> lines = lines(ResultTable.render(result(), Optional.empty()));

        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(ResultTable.WIDTH));
        assertThat(row(lines, "HDFS without overheads")).containsExactly("990.0", "MiB", "10.0", "MiB", "99/1", "99/1");
        assertThat(row(lines, "HDFS with logging and compaction"))
                .containsExactly("990.0", "MiB", "245.0", "MiB", "80/20", "79/21");
        assertThat(row(lines, "local file systems, replicated (model)"))
                .containsExactly("990.0", "MiB", "735.0", "MiB", "57/43", "55/45");
        assertThat(row(lines, "logging")).containsExactly("0", "B", "80.0", "MiB", "32.7%", "8x", "36%,", "10x");
        assertThat(row(lines, "compaction")).containsExactly("0", "B", "155.0", "MiB", "63.3%", "15.5x", "61%,", "17x");
        assertThat(row(lines, "flush")).containsExactly("0", "B", "10.0", "MiB", "4.08%", "3%");
    }

    @Test
    void factorsAreAbsentWithoutAFlush() {
        server.doing(Activity.LOGGING).writeWal(server.createWal("/log", 3), MIB);
        List<String> lines = lines(ResultTable.render(result(), Optional.empty()));
        assertThat(row(lines, "logging")).contains("no", "flush");
        assertThat(row(lines, "HDFS without overheads")).contains("-");
    }

    @Test
    void anAssumedReplicationFollowsTheTable() {
        server.write(server.create("/f", 3), 1000);
        assertThat(ResultTable.render(result(), Optional.empty())).doesNotContain("Assumed");
        server.write(server.create("/g", Short.MAX_VALUE + 1), 10);
        assertThat(ResultTable.render(result(), Optional.empty()))
                .contains("Assumed: dfs.replication = 3 (-D), or RS-6-3-1024k, for 10 B in files");
    }

    @Test
    void theReconciliationFollowsTheTable() {
        server.doing(Activity.FLUSH).write(server.create("/f", 3), 1000);
        List<String> agrees = lines(ResultTable.render(result(), Optional.of(TestResults.counters(3000, 0))));
        assertThat(row(agrees, "verdict (tolerance 1%)")).containsExactly("agrees", "agrees");
        assertThat(row(agrees, "  replication")).containsExactly("+2,000");
        assertThat(row(agrees, "local file systems, DataNodes' counters")).contains("0/100");
        List<String> differs = lines(ResultTable.render(result(), Optional.of(TestResults.counters(4000, 0))));
        assertThat(row(differs, "verdict (tolerance 1%)")).containsExactly("agrees", "MISMATCH");
        assertThat(row(differs, "unexplained")).containsExactly("0.00%", "25.0%");
        assertThat(differs).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(ResultTable.WIDTH));
    }

    @Test
    void theFractionOfASampledTraceFollowsTheTable() {
        server.doing(Activity.FLUSH).write(server.create("/f", 3), 1000);
        String table = ResultTable.render(TestAnalysis.sampled(server.events(), 0.25), Optional.empty());
        assertThat(table).contains("Sampled: the trace contains the calls on 25.0% of the files; ");
        assertThat(lines(table)).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(ResultTable.WIDTH));
        assertThat(ResultTable.render(result(), Optional.empty())).doesNotContain("Sampled");
    }

    @Test
    void theSentenceContainsOnlyExistingDifferences() {
        server.doing(Activity.LOGGING).writeWal(server.createWal("/log", 3), 100 * MIB);
        server.doing(Activity.FLUSH).write(server.create("/f", 3), 10 * MIB);
        server.doing(Activity.READ).pread(server.open("/f"), 0, 990 * MIB);
        server.doing(Activity.COMPACTION).write(server.create("/c", 3), 50 * MIB);
        assertThat(new PaperDifferences(result().figures().get(Layers.class)).sentence())
                .contains("compactions write 5x, not 17x")
                .doesNotContain("core", "logging");
        server.doing(Activity.COMPACTION).write(server.create("/c2", 3), 120 * MIB);
        assertThat(new PaperDifferences(result().figures().get(Layers.class)).sentence())
                .isEmpty();
    }

    private AnalysisResult result() {
        return TestAnalysis.of(server.events());
    }

    private static List<String> lines(String table) {
        return table.lines().toList();
    }

    /** Returns the words after a name at the start of a line. */
    private static List<String> row(List<String> lines, String name) {
        String line = lines.stream()
                .filter(each -> each.startsWith(name + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line " + name + " in " + lines));
        return List.of(line.substring(name.length()).strip().split("\\s+", -1));
    }
}
