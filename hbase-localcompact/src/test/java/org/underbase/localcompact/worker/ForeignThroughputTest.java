package org.underbase.localcompact.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.throttle.CompactionThroughputControllerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.regionserver.throttle.PressureAwareCompactionThroughputController;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.operator.config.InvalidSettingException;

/** Test of the throughput of merges for other servers, with a virtual clock. */
class ForeignThroughputTest {
    private static final double MIB = 1 << 20;
    private static final long SECOND = 1_000_000_000;
    private static final long CELL = 1000;

    private final Configuration conf = new Configuration(false);
    private long now;
    private final RateBudget budget = new RateBudget(() -> now);

    /** Runs merges for ten seconds, each as fast as it may; returns their bytes per second. */
    private double[] run(int merges, double bytesPerSecond) throws InterruptedException {
        long[] wakes = new long[merges];
        long[] bytes = new long[merges];
        ForeignThroughput[] controllers = IntStream.range(0, merges)
                .mapToObj(
                        each -> new ForeignThroughput(budget, () -> bytesPerSecond, nanos -> wakes[each] = now + nanos))
                .toArray(ForeignThroughput[]::new);
        while (now < 10 * SECOND) {
            int next = IntStream.range(0, merges)
                    .reduce((one, other) -> wakes[other] < wakes[one] ? other : one)
                    .orElseThrow();
            now = Math.max(now, wakes[next]);
            controllers[next].control("merge", CELL);
            bytes[next] += CELL;
        }
        return Arrays.stream(bytes).mapToDouble(each -> each / 10.0).toArray();
    }

    @Test
    void onlyMergeGetsWholeBudget() throws InterruptedException {
        assertThat(run(1, 50 * MIB)[0]).isCloseTo(50 * MIB, within(MIB));
    }

    @Test
    void mergesShareBudget() throws InterruptedException {
        double[] rates = run(3, 50 * MIB);
        assertThat(Arrays.stream(rates).sum()).isCloseTo(50 * MIB, within(MIB));
        for (double each : rates) {
            assertThat(each).isCloseTo(50 * MIB / 3, within(MIB));
        }
    }

    /** HBase's controller would give each of three started compactions a third. */
    @Test
    void waitingMergesUseNothing() throws InterruptedException {
        ForeignThroughput waiting = new ForeignThroughput(budget, () -> 50 * MIB, nanos -> {});
        waiting.start("waiting at a block barrier");
        waiting.control("waiting at a block barrier", CELL);
        assertThat(run(1, 50 * MIB)[0]).isCloseTo(50 * MIB, within(MIB));
    }

    /** HBase's controller does not limit a compaction of fewer bytes than it allows in a second. */
    @Test
    void smallMergeDoesNotWaitAfterIdleTime() throws InterruptedException {
        now = 60 * SECOND;
        ForeignThroughput small = new ForeignThroughput(budget, () -> 50 * MIB, nanos -> now += nanos);
        for (long bytes = 0; bytes < 50 * MIB; bytes += CELL) {
            assertThat(small.control("small", CELL)).isZero();
        }
        assertThat(now).isEqualTo(60 * SECOND);
    }

    @Test
    void idleTimeIsCreditedUpToLimit() {
        now = 60 * SECOND;
        assertThat(budget.take(3000, 1000)).isEqualTo(3 * SECOND - RateBudget.CREDIT_NANOS);
        now += 3 * SECOND;
        assertThat(budget.take(50, 1000)).isZero();
    }

    @Test
    void unlimitedThroughputNeverWaits() {
        assertThat(budget.take(Long.MAX_VALUE, Double.POSITIVE_INFINITY)).isZero();
        assertThat(budget.take(Long.MAX_VALUE, Double.POSITIVE_INFINITY)).isZero();
    }

    @Test
    void unlimitedThroughputDoesNotWaitForBacklog() {
        long backlog = budget.take(10_000, 1000);
        assertThat(backlog).isGreaterThan(9 * SECOND);
        assertThat(budget.take(1000, Double.POSITIVE_INFINITY)).isZero();
        assertThat(budget.take(0, 1000)).as("backlog of the others").isEqualTo(backlog);
    }

    @Test
    void limitFollowsPressureOfOwner() {
        ForeignLimit limit = new ForeignLimit(conf);
        assertThat(limit.bytesPerSecond(0)).isEqualTo(2 * 50 * MIB);
        assertThat(limit.bytesPerSecond(-1)).isEqualTo(2 * 50 * MIB);
        assertThat(limit.bytesPerSecond(0.5)).isEqualTo(2 * 75 * MIB);
        assertThat(limit.bytesPerSecond(1)).isEqualTo(2 * 100 * MIB);
        assertThat(limit.bytesPerSecond(1.01)).isInfinite();
    }

    @Test
    void limitFollowsConfigurationAtRuntime() {
        ForeignLimit limit = new ForeignLimit(conf);
        conf.setLong(
                PressureAwareCompactionThroughputController.HBASE_HSTORE_COMPACTION_MAX_THROUGHPUT_LOWER_BOUND, 1000);
        conf.set(LocalCompactKeys.FOREIGN_FACTOR.name(), "1.5");
        assertThat(limit.bytesPerSecond(0)).isEqualTo(1500);
        conf.setInt("hbase.offpeak.start.hour", 0);
        conf.setInt("hbase.offpeak.end.hour", 23);
        conf.setLong(PressureAwareCompactionThroughputController.HBASE_HSTORE_COMPACTION_MAX_THROUGHPUT_OFFPEAK, 7000);
        assertThat(limit.bytesPerSecond(0)).isIn(1500.0, 10500.0);
        conf.set(
                CompactionThroughputControllerFactory.HBASE_THROUGHPUT_CONTROLLER_KEY,
                NoLimitThroughputController.class.getName());
        assertThat(limit.bytesPerSecond(0)).isInfinite();
    }

    @Test
    void invalidFactorIsRejectedAtStart() {
        conf.set(LocalCompactKeys.FOREIGN_FACTOR.name(), "fast");
        assertThatThrownBy(() -> new Merges(conf, null, null, new OwnNode("localhost"), () -> null, () -> true))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("'fast' of " + LocalCompactKeys.FOREIGN_FACTOR.name());
    }

    @Test
    void lastValidFactorIsKeptWithOneWarning() {
        conf.set(LocalCompactKeys.FOREIGN_FACTOR.name(), "3");
        ForeignLimit limit = new ForeignLimit(conf);
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(ForeignLimit.class));
        try {
            conf.set(LocalCompactKeys.FOREIGN_FACTOR.name(), "-1");
            for (int i = 0; i < 3; i++) {
                assertThat(limit.bytesPerSecond(0)).isEqualTo(3 * 50 * MIB);
            }
            assertThat(log.getOutput()).containsOnlyOnce("Keeping throughput factor 3.0");
            log.clearOutput();
            conf.set(LocalCompactKeys.FOREIGN_FACTOR.name(), "0");
            assertThat(limit.bytesPerSecond(0)).isEqualTo(3 * 50 * MIB);
            assertThat(log.getOutput()).contains("invalid value '0'");
            log.clearOutput();
            conf.set(LocalCompactKeys.FOREIGN_FACTOR.name(), "4");
            assertThat(limit.bytesPerSecond(0)).isEqualTo(4 * 50 * MIB);
            assertThat(log.getOutput()).isEmpty();
        } finally {
            log.stopCapturing();
        }
    }

    @Test
    void mergeForOtherServerDoesNotUseLimitOfServer() throws InterruptedException {
        try (Merges merges = new Merges(
                conf,
                null,
                null,
                new OwnNode("localhost"),
                () -> {
                    throw new AssertionError("the limit of the server's own compactions");
                },
                () -> true)) {
            Merge merge = new Merge("t", 100, located -> null, Duration.ofMinutes(1));
            merge.step(StepRequestProto.newBuilder().setId("t").setPressure(3).build());
            assertThat(merge.pressure()).isEqualTo(3);
            merge.step(StepRequestProto.newBuilder().setId("t").build());
            assertThat(merge.pressure()).as("a keep-alive leaves it").isEqualTo(3);
            // Under this pressure the limit is lifted: no wait for more bytes than any default limit allows.
            assertThat(merges.foreign(merge).control("t", Long.MAX_VALUE)).isZero();
            assertThat(merges.foreignWaitMillis()).isZero();
        }
    }
}
