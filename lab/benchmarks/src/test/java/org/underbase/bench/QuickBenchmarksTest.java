package org.underbase.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.underbase.bench.cli.BenchCommand;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.bench.simulator.pagecache.PageCachePart;
import org.underbase.testbed.network.Network;
import org.underbase.testbed.process.MemoryGroup;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Catalog;
import picocli.CommandLine;

/** Runs all parts of all benchmarks with {@code --quick}, so that a benchmark that no longer starts is noticed. */
class QuickBenchmarksTest {
    /**
     * Run of some parts of a benchmark.
     *
     * @param benchmark name of the benchmark
     * @param parts names of the parts
     * @param obstacle reason why this machine cannot run them; empty if it can
     * @param check assertions on standard output
     */
    private record Run(String benchmark, List<String> parts, Optional<String> obstacle, Consumer<String> check) {
        @Override
        public String toString() {
            return benchmark + " " + String.join(",", parts);
        }
    }

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private static Stream<Run> runs() throws IOException {
        boolean memoryIsLimited = MemoryGroup.obstacle().isEmpty();
        Optional<String> slowDisk = Medium.SEEKING.obstacle();
        Optional<String> links = Network.namespaces().obstacle();
        Optional<String> both = slowDisk.or(() -> links);
        return Stream.of(
                new Run("analysis", List.of("figures", "memory", "duckdb", "yarn"), Optional.empty(), out -> assertThat(
                                out)
                        .containsPattern("bench analysis: events_per_s_core=\\d+ sums_per_s_core=\\d+ peak_mb=\\d+"
                                + " duckdb_f2=\\d+\\.\\d\\d duckdb_f7=\\d+\\.\\d\\d yarn_equal=yes\\R$")),
                new Run("combinedlog", List.of("bookie"), slowDisk, QuickBenchmarksTest::checkBookie),
                new Run(
                        "combinedlog",
                        List.of("hdfs", "checkpoints", "hbase", "interference"),
                        slowDisk,
                        out -> assertThat(out)
                                .containsPattern(
                                        "bench combinedlog: seek12_p50=\\d.* bookie12_p50=- bookie12_p99=- .*\\R$")),
                new Run("combinedlog", List.of("writes", "hbase3"), slowDisk, QuickBenchmarksTest::checkWrites),
                new Run("combinedlog", List.of("durable-hflush"), slowDisk, out -> assertThat(out)
                        .containsPattern(
                                "(?m)^seeking disk, 12 logs, durable hflush p50 +ms +1 +([5-9]|\\d\\d+)\\.\\d+ ")
                        .containsPattern(
                                "(?m)^seeking disk, 12 logs, durable hflush, Underbase durable, stock not: p50 ")
                        .containsPattern("bench combinedlog: seek12_p50=- .* durable_hflush12_p50=\\d+\\.\\d\\d ")),
                new Run("combinedlog", List.of("recovery"), slowDisk, QuickBenchmarksTest::checkRecovery),
                new Run("exalt", List.of("datanodes", "bytes"), Optional.empty(), QuickBenchmarksTest::checkExaltBytes),
                new Run(
                        "exalt",
                        List.of("disk", "volume", "hbase"),
                        Optional.empty(),
                        out -> checkExaltVolume(out, slowDisk)),
                new Run("localcompact", List.of("major"), links, QuickBenchmarksTest::checkLocalCompact),
                new Run("localcompact", List.of("cache"), links, out -> assertThat(out)
                        .containsPattern(
                                memoryIsLimited
                                        ? "bench localcompact: net_ratio=- .* reader_hits_ratio=\\d+\\.\\d\\d"
                                        : "cache: not measured: ")),
                new Run("localcompact", List.of("pressure"), links, out -> assertThat(out)
                        .containsPattern("(?m)^pressure, 1 Gbps: local compactions +1 +\\d")
                        .contains("scaled by 1/40")
                        .contains("the machine's cores were busy for at most ")
                        .containsPattern("bench localcompact: net_ratio=- .* pressure_storefiles_1g=\\d+\\.\\d\\d"
                                + " pressure_storefiles_100m=\\d+\\.\\d\\d pressure_blocked_1g=-?\\d+\\.\\d"
                                + " pressure_blocked_100m=-?\\d+\\.\\d wall_ratio_scaled_1g=\\d+\\.\\d\\d")),
                new Run("localcompact", List.of("run", "missing"), links, out -> assertThat(out)
                        .contains("whole run: saved fraction of bytes over the links")
                        .contains("missing: a node lost, immediately: ")
                        .containsPattern("bench localcompact: net_ratio=- .* whole_run_saving=-?\\d")),
                new Run("prediction", List.of("localcompact"), links, out -> assertThat(out)
                        .containsPattern("prediction stored at .*, SHA-256 [0-9a-f]{64}, before ")
                        .containsPattern("localcompact: compaction, DataNodes read, effect: predicted \\d")
                        .containsPattern("bench prediction: cells_within_target=\\d\\.\\d\\d sign_errors=0"
                                + " dummy_nothing=\\d\\.\\d\\d dummy_bytes=\\d\\.\\d\\d kendall_tau=-\\R$")),
                new Run("prediction", List.of("disks"), slowDisk, out -> assertThat(out)
                        .containsPattern("(?m)^emulated disk without HDFS: busy time, error +% ")
                        .containsPattern("disks: prediction stored at .*, SHA-256 [0-9a-f]{64}, before ")
                        .containsPattern("(?m)^disks=2 of 2 MB/s and 100 ms per seek: read p99 +ms +1 +\\d")
                        .containsPattern("disks=1 of 4 MB/s and 100 ms per seek: disks read, level: predicted \\d")
                        .containsPattern("bench prediction: cells_within_target=\\d\\.\\d\\d sign_errors=\\d+"
                                + " dummy_nothing=\\d\\.\\d\\d dummy_bytes=\\d\\.\\d\\d kendall_tau=")),
                new Run("prediction", List.of("combinedlog"), slowDisk, out -> assertThat(out)
                        .containsPattern("combinedlog: prediction stored at .*, SHA-256 [0-9a-f]{64}, before ")
                        .containsPattern("(?m)^combinedlog: hsync p50 +ms +1 +\\d")
                        .containsPattern("combinedlog: journal disk written, level: predicted \\d")
                        .containsPattern("bench prediction: cells_within_target=\\d\\.\\d\\d sign_errors=\\d+"
                                + " dummy_nothing=\\d\\.\\d\\d dummy_bytes=\\d\\.\\d\\d kendall_tau=-")),
                new Run("prediction", List.of("tiers"), both, out -> assertThat(out)
                        .containsPattern("tiers: prediction stored at .*, SHA-256 [0-9a-f]{64}, before ")
                        .containsPattern(
                                "tier=fast=2,disk=1,retrieval=hybrid: fast devices written, level: predicted \\d")
                        .containsPattern(
                                "tier=fast=1,disk=2,retrieval=hybrid: latency of reads p99, level: predicted \\d")
                        .containsPattern("bench prediction: cells_within_target=\\d\\.\\d\\d sign_errors=\\d"
                                + " dummy_nothing=\\d\\.\\d\\d dummy_bytes=\\d\\.\\d\\d kendall_tau=")),
                new Run(
                        "simulator",
                        List.of("pages", "disks", "study", "caffeine", "libcachesim"),
                        Optional.empty(),
                        out -> assertThat(out)
                                .containsPattern("bench simulator: pages_per_s_core=\\d+ disk_extents_per_s_core=\\d+"
                                        + " study_core_hours=\\d+\\.\\d\\d caffeine_ratio=\\d+\\.\\d\\d"
                                        + " libcachesim_ratio=(-|\\d+\\.\\d\\d)\\R$")),
                new Run("simulator", List.of("pagecache"), PageCachePart.obstacle(), out -> assertThat(out)
                        .containsPattern("(?m)^disk reads, error of the model.* -?\\d")
                        .containsPattern("(?m)^disk writes, error of the model.* -?\\d")),
                new Run("tardis", List.of("hot", "memory"), Optional.empty(), QuickBenchmarksTest::checkTardis),
                new Run(
                        "tiers",
                        List.of("placement", "lock", "incremental", "cache"),
                        Optional.empty(),
                        QuickBenchmarksTest::checkTiers),
                new Run("tiers", List.of("cost", "io"), both, out -> assertThat(out)
                        .containsPattern("bench tiers: read_vs_network_aware=\\d.* addblock_ratio_100=\\d")),
                new Run("tiers", List.of("paper", "tails"), both, out -> assertThat(out)
                        .containsPattern("(?m)^Figure 5, replicas on PCIe SSDs, hybrid +1 +0\\.333 .* 1/3$")
                        .containsPattern(
                                "bench tiers: .* rate_vs_network_aware=\\d.* paper_read_vs_network_aware=\\d")),
                new Run("tiers", List.of("mapreduce"), both, out -> assertThat(out)
                        .containsPattern("(?m)^TeraGen, hybrid vs stock ")
                        .containsPattern(
                                "bench tiers: read_vs_network_aware=- .* teragen_vs_stock=\\d.* grep_vs_stock=\\d.*"
                                        + " grep_fast_bytes_with=\\d.* grep_fast_bytes_without=\\d")),
                new Run("tiers", List.of("devices"), both, out -> assertThat(out)
                        .containsPattern(
                                "(?m)^Figure 8 on YARN, time of Grep, 15 HDDs by that on 3 PCIe SSDs +x +1 +\\d")),
                new Run(
                        "tracer",
                        List.of("pread", "cold", "burst"),
                        Optional.empty(),
                        QuickBenchmarksTest::checkTracer),
                new Run(
                        "tracer",
                        List.of("micro", "write", "read", "hbase", "recovery"),
                        Optional.empty(),
                        out -> assertThat(out)
                                .containsPattern("bench tracer: ns_per_event=\\d.* alloc=\\d.* bytes_per_event=\\d.*"
                                        + " ratio_write=\\d.* ratio_read=\\d.* ratio_pread=- ratio_hbase=\\d.*"
                                        + " lost_burst=- lost_recovery=\\d")));
    }

    private int bench(String... arguments) {
        return new CommandLine(new BenchCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void runsCoverAllPartsOfAllBenchmarks() throws IOException {
        for (Benchmark benchmark : Catalog.of(Benchmark.class).entries()) {
            List<String> parts = new ArrayList<>();
            runs().filter(run -> run.benchmark().equals(benchmark.name())).forEach(run -> parts.addAll(run.parts()));
            if (!benchmark.name().equals("echo")) {
                assertThat(parts).as(benchmark.name()).containsExactlyInAnyOrderElementsOf(benchmark.parts());
            }
        }
    }

    @Test
    void anUnknownPartIsRejected() {
        assertThat(bench("combinedlog", "--part", "nosuch")).isEqualTo(2);
        assertThat(err.toString())
                .contains("unknown part 'nosuch' of combinedlog: expected hdfs, durable-hflush, checkpoints,"
                        + " writes, bookie, hbase, hbase3, interference, recovery");
    }

    @ParameterizedTest
    @MethodSource("runs")
    @Tag("cluster")
    @Tag("long")
    void benchmarkRunsQuickly(Run run) {
        assumeTrue(run.obstacle().isEmpty(), () -> run.obstacle().orElse(""));
        int exit = bench(run.benchmark(), "--quick", "--part", String.join(",", run.parts()));
        assertThat(exit).as(err.toString()).isZero();
        run.check().accept(out.toString());
    }

    private static Matcher lastLine(String out, String pattern) {
        Matcher last = Pattern.compile(pattern + "\\R$").matcher(out);
        assertThat(last.find()).as(out).isTrue();
        return last;
    }

    private static void checkBookie(String out) {
        // A single writer of either journal waits for the flush of the disk, which takes 8 ms.
        assertThat(out)
                .containsPattern("(?m)^seeking disk, journal alone, 1 writer p50 +ms +1 +([89]|\\d\\d+)\\.\\d+ +")
                .containsPattern(
                        "(?m)^seeking disk, journal alone, 1 writer p50, BookKeeper, defaults +ms +1 +\\d\\d+\\.")
                .containsPattern("(?m)^machine's disk, journal alone, 48 writers, Underbase: records per commit +1"
                        + " +\\d+\\.\\d+ ")
                .containsPattern("bench combinedlog: seek12_p50=- seek12_p99=- seek1_p50=- disk12_p50=- disk12_p99=-"
                        + " hflush12_p50=- durable_hflush12_p50=- durable_put_vs_stock_durable=- durable_put_vs_stock_nondurable=-"
                        + " bookie12_p50=\\d+\\.\\d\\d bookie12_p99=\\d+\\.\\d\\d .*\\R$");
    }

    private static void checkWrites(String out) {
        Matcher last = lastLine(
                out,
                "bench combinedlog: seek12_p50=- .*bytes_per_synced_byte=(\\S+) bytes_per_synced_byte_stock=(\\S+)"
                        + " .*put3_vs_nondurable=\\d+\\.\\d\\d .*");
        // The journal and the block file: each contains every synced byte once.
        assertThat(Double.parseDouble(last.group(1))).isGreaterThan(2);
        assertThat(Double.parseDouble(last.group(2))).isGreaterThan(1);
    }

    private static void checkRecovery(String out) {
        Matcher last = lastLine(
                out,
                "bench combinedlog: seek12_p50=- .*replay_full_seek_s=(\\S+) replay_full_disk_s=(\\S+)"
                        + " replay_full_seek_cold_s=(\\S+) replay_full_disk_cold_s=(\\S+)");
        for (int group = 1; group <= last.groupCount(); group++) {
            assertThat(Double.parseDouble(last.group(group))).isPositive();
        }
        // At least a data and a finalize record of each small file.
        assertThat(replay(out, "warm", "records")).isGreaterThanOrEqualTo(400);
        // A warm start has few reads, because all files were read before it.
        assertThat(replay(out, "warm", "reads of the disk")).isLessThan(replay(out, "cold", "reads of the disk") / 10);
    }

    private static long replay(String out, String pageCache, String quantity) {
        Matcher row = Pattern.compile("(?m)^seeking disk, full journal, " + pageCache
                        + " page cache: kill -9 until it serves, Underbase: " + quantity + " +1 +(\\d+)")
                .matcher(out);
        assertThat(row.find()).as(out).isTrue();
        return Long.parseLong(row.group(1));
    }

    private static void checkExaltBytes(String out) {
        Matcher last = lastLine(
                out,
                "bench exalt: datanodes=20 minidfs_datanodes=20 simulated_datanodes=20 disk_ratio_512=(\\d+)"
                        + " disk_ratio_4096=- wire_ratio_512=(\\d+) wire_ratio_4096=- write_mb_per_core=- vs_disk=-"
                        + " logical_tb=-");
        assertThat(Integer.parseInt(last.group(1))).isBetween(100, 129);
        // Frames omit checksums, but not the headers of packets.
        assertThat(Integer.parseInt(last.group(2))).isBetween(300, 2_100);
    }

    private static void checkExaltVolume(String out, Optional<String> slowDisk) {
        Matcher last = lastLine(
                out,
                "bench exalt: datanodes=- minidfs_datanodes=- simulated_datanodes=- disk_ratio_512=- disk_ratio_4096=-"
                        + " wire_ratio_512=- wire_ratio_4096=- write_mb_per_core=(\\S+) vs_disk=(\\S+)"
                        + " logical_tb=\\d+\\.\\d\\d");
        if (slowDisk.isEmpty()) {
            assertThat(Double.parseDouble(last.group(1))).isPositive();
            assertThat(Double.parseDouble(last.group(2))).isPositive();
        } else {
            assertThat(last.group(1)).isEqualTo("-");
            assertThat(last.group(2)).isEqualTo("-");
        }
    }

    private static void checkLocalCompact(String out) {
        Matcher last = lastLine(
                out,
                "bench localcompact: net_ratio=(0\\.\\d{4}) disk_read_ratio=\\d+\\.\\d{2} cpu_ratio=\\d+\\.\\d{2}"
                        + " wall_ratio_1g=\\d+\\.\\d{2} wall_ratio_100m=\\d+\\.\\d{2}"
                        + " wall_ratio_nolimit_1g=\\d+\\.\\d{2} disk_reads_per_network_byte_saved=(\\d+\\.\\d{2})"
                        + " reader_hits_ratio=- whole_run_saving=-"
                        + " whole_run_bound=- pressure_storefiles_1g=- .*wall_ratio_scaled_1g=-");
        assertThat(Double.parseDouble(last.group(1))).isBetween(0.0, 0.01);
        assertThat(Double.parseDouble(last.group(2)))
                .as("two more inputs read, two outputs less sent")
                .isBetween(0.8, 1.2);
    }

    private static void checkTardis(String out) {
        Matcher last = lastLine(
                out,
                "bench tardis: gzip_ratio=(\\d+) zeros_ratio=(\\d+) zeros_simd_ratio=(\\d+)"
                        + " verify_us_per_mb=\\d+\\.\\d expand_us_per_mb=\\d+\\.\\d");
        assertThat(Long.parseLong(last.group(1))).isGreaterThan(1000);
        assertThat(Long.parseLong(last.group(2))).isGreaterThan(10);
        assertThat(out).contains("memory: compress; stock: gzip, level 6");
    }

    private static void checkTiers(String out) {
        // Hybrid places a replica of every block on each tier, the first on the writer's node, and uses two racks.
        assertThat(out)
                .containsPattern("(?m)^hybrid: replicas on pcie +of 1 +1 +0\\.333")
                .containsPattern("(?m)^hybrid: blocks on one rack only +of 1 +1 +0\\.000 ")
                .containsPattern("(?m)^hybrid: blocks with a replica on the writer's node +of 1 +1 +1\\.000 ")
                .containsPattern("(?m)^stock ONE_SSD: replicas on hdd +of 1 +1 +0\\.")
                .containsPattern("bench tiers: read_vs_network_aware=- read_vs_one_ssd=- read_vs_ideal_split=-"
                        + " io_rate_vs_network_aware=- write_vs_network_aware=- synced_write_vs_network_aware=-"
                        + " landing_write_vs_stock=- landing_synced_write_vs_stock=- rate_vs_network_aware=- paper_read_vs_network_aware=- paper_write_vs_network_aware=- one_rack_share_hybrid=0\\.0000"
                        + " fast_tier_reads_hybrid=0\\.\\d{3}"
                        + " addblock_ratio_100=- addblock_ratio_5000=- choose_ratio_vector_5000=-"
                        + " choose_ratio_novector_100=- getlocations_ratio_5000=-"
                        + " lock_hold_p99_ms=\\d+\\.\\d{2} lock_hold_max_ms=\\d+\\.\\d{2}"
                        + " first_move_s=\\d+\\.\\d{2} subtree_lock_fraction=\\d\\.\\d{4}"
                        + " cache_hit_vs_lru=\\d\\.\\d{3} cache_hit_vs_lru_cluster=\\S+ teragen_vs_stock=-"
                        + " grep_vs_stock=- grep_fast_bytes_with=- grep_fast_bytes_without=-\\R$")
                .containsPattern("(?m)^cluster: bytes read from the fast tier")
                .contains("monitor's lock hold, maximum, 5000 DataNodes, with a garbage collection")
                .contains("garbage collections of the NameNode");
    }

    private static void checkTracer(String out) {
        assertThat(out)
                .containsPattern("random 4 KiB pread, untraced/traced CPU per call, lower bound +1 ")
                .containsPattern("random 4 KiB pread, the same of equal slices, lower bound +1 ")
                .containsPattern("bench tracer: ns_per_event=- alloc=- bytes_per_event=- ratio_write=- ratio_read=-"
                        + " ratio_pread=\\d+\\.\\d{4} ratio_hbase=- lost_burst=\\d+ lost_recovery=-"
                        + " text_gz_bytes_per_event=-\\R$");
    }
}
