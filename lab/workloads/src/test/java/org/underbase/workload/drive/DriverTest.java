package org.underbase.workload.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class DriverTest {
    private static final long MILLI = 1_000_000;
    private static final Duration STALL = Duration.ofHours(1);
    private static final Bounds TEN_SECONDS = new Bounds(Long.MAX_VALUE, Duration.ofSeconds(10), 0, STALL);

    /** Clock that advances only by sleeping and by executing operations. */
    private static final class FakeTicker implements Ticker {
        private final AtomicLong now = new AtomicLong(12345);

        @Override
        public long nanos() {
            return now.get();
        }

        @Override
        public void sleepUntil(long nanos, BooleanSupplier stopped) {
            now.accumulateAndGet(nanos, Math::max);
        }
    }

    private final FakeTicker ticker = new FakeTicker();

    /** A client whose n-th operation takes the given time. */
    private Client working(LongUnaryOperator nanosOfOperation) {
        AtomicLong number = new AtomicLong();
        return () ->
                Optional.of(task(() -> ticker.now.addAndGet(nanosOfOperation.applyAsLong(number.getAndIncrement()))));
    }

    private static void awaitOpen(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private interface Body {
        void run() throws IOException;
    }

    private static Task task(Body body) {
        return new Task() {
            @Override
            public int type() {
                return 0;
            }

            @Override
            public void execute() throws IOException {
                body.run();
            }

            @Override
            public String describe() {
                return "an operation";
            }
        };
    }

    private static Driver.Plan plan(Pacing pacing, Bounds bounds) {
        return new Driver.Plan("test", "operations", List.of("work"), pacing, bounds, Duration.ofSeconds(1));
    }

    private Measurement run(Pacing pacing, Bounds bounds, Client client) {
        return new Driver(plan(pacing, bounds), ticker).run(List.of(client), Progress.none(), HistogramSink.none());
    }

    @Test
    void aStallDelaysAllDueOperationsInAnOpenLoop() {
        // 1000 operations per second of 0.1 ms each, except the 2000th, which takes a second.
        Measurement measured = run(
                new Pacing.OpenLoop(1000, Pacing.Arrivals.UNIFORM, 1),
                TEN_SECONDS,
                working(n -> n == 2000 ? 1000 * MILLI : MILLI / 10));

        Histogram latency = measured.types().get(0).latency();
        assertThat(measured.operations()).isEqualTo(10_000);
        // The stall delays 1111 operations: those of one second, and those due while the backlog is processed.
        assertThat(latency.getTotalCount() - latency.getCountBetweenValues(0, MILLI))
                .isBetween(1100L, 1115L);
        assertThat(latency.getValueAtPercentile(95)).isCloseTo(550 * MILLI, within(20 * MILLI));
        assertThat(measured.service().getValueAtPercentile(99.98)).isLessThan(MILLI);
        assertThat(measured.overdue()).isZero();
    }

    @Test
    void aStallDelaysOneOperationInAClosedLoop() {
        Measurement measured =
                run(new Pacing.ClosedLoop(), TEN_SECONDS, working(n -> n == 2000 ? 1000 * MILLI : MILLI));
        Histogram latency = measured.types().get(0).latency();
        assertThat(latency.getTotalCount() - latency.getCountBetweenValues(0, 2 * MILLI))
                .isEqualTo(1);
        assertThat(measured.operations()).isEqualTo(9001);
        assertThat(measured.perSecond()).isCloseTo(900.1, within(0.5));
    }

    @Test
    void overdueOperationsAreCounted() {
        // Half as fast as the rate requires.
        Measurement measured =
                run(new Pacing.OpenLoop(1000, Pacing.Arrivals.UNIFORM, 1), TEN_SECONDS, working(n -> 2 * MILLI));
        assertThat(measured.operations()).isEqualTo(5000);
        assertThat(measured.overdue()).isEqualTo(5000);
    }

    @Test
    void poissonArrivalsKeepTheRateAndAreExponential() {
        Pacing.OpenLoop pacing = new Pacing.OpenLoop(1000, Pacing.Arrivals.POISSON, 7);
        Pacing.Schedule schedule = pacing.schedule(0, 4);
        long last = 0;
        double sumOfSquares = 0;
        int arrivals = 100_000;
        for (int i = 0; i < arrivals; i++) {
            long next = schedule.next();
            sumOfSquares += Math.pow((next - last) / (4.0 * MILLI), 2);
            last = next;
        }
        assertThat(last / 1e9 / arrivals).isCloseTo(4.0 / 1000, within(0.0001));
        // The second moment of an exponential distribution with mean one is two; equal intervals would give one.
        assertThat(sumOfSquares / arrivals).isCloseTo(2, within(0.1));
        assertThat(pacing.schedule(2, 4).next()).isEqualTo(pacing.schedule(2, 4).next());
        assertThat(pacing.schedule(2, 4).next())
                .isNotEqualTo(pacing.schedule(3, 4).next());
    }

    @Test
    void uniformArrivalsOfAllClientsHaveEqualIntervals() {
        Pacing.OpenLoop pacing = new Pacing.OpenLoop(1000, Pacing.Arrivals.UNIFORM, 1);
        Pacing.Schedule first = pacing.schedule(0, 2);
        Pacing.Schedule second = pacing.schedule(1, 2);
        assertThat(List.of(first.next(), second.next(), first.next(), second.next()))
                .containsExactly(0L, MILLI, 2 * MILLI, 3 * MILLI);
    }

    @Test
    void theBoundOfOperationsIsDividedExactly() {
        Bounds bounds = new Bounds(1003, Bounds.FOREVER, 0, STALL);
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            clients.add(working(n -> MILLI));
        }
        Measurement measured = new Driver(plan(new Pacing.ClosedLoop(), bounds), ticker)
                .run(clients, Progress.none(), HistogramSink.none());
        assertThat(measured.operations()).isEqualTo(1003);
        assertThat(measured.end()).isEqualTo(Measurement.End.COMPLETED);
    }

    @Test
    void aClientWithoutFurtherOperationsEnds() {
        AtomicLong left = new AtomicLong(5);
        Client client = () -> left.getAndDecrement() > 0 ? Optional.of(task(() -> {})) : Optional.empty();
        Measurement measured = run(new Pacing.ClosedLoop(), TEN_SECONDS, client);
        assertThat(measured.operations()).isEqualTo(5);
    }

    @Test
    void theFirstFailureEndsTheRunAndIsReported() {
        AtomicLong number = new AtomicLong();
        Client client = () -> Optional.of(task(() -> {
            if (number.getAndIncrement() == 100) {
                throw new IOException("outer", new IOException("connection refused\nand a stack"));
            }
        }));
        Measurement measured = run(new Pacing.ClosedLoop(), new Bounds(1000, Bounds.FOREVER, 0, STALL), client);
        assertThat(measured.end()).isEqualTo(Measurement.End.FAILED);
        assertThat(measured.operations()).isEqualTo(100);
        assertThat(measured.errors()).isEqualTo(1);
        assertThat(measured.failure())
                .contains("an operation failed after 100 operations: IOException: connection refused");
    }

    @Test
    void aRunToleratesTheAllowedErrors() {
        AtomicLong number = new AtomicLong();
        Client client = () -> Optional.of(task(() -> {
            if (number.getAndIncrement() % 100 == 50) {
                throw new IOException("now and then");
            }
        }));
        Measurement measured = run(new Pacing.ClosedLoop(), new Bounds(1000, Bounds.FOREVER, 10, STALL), client);
        assertThat(measured.end()).isEqualTo(Measurement.End.COMPLETED);
        assertThat(measured.operations()).isEqualTo(990);
        assertThat(measured.errors()).isEqualTo(10);
    }

    @Test
    void anOperationThatNeverReturnsFailsTheRun() {
        CountDownLatch never = new CountDownLatch(1);
        Client hanging = () -> Optional.of(task(() -> {
            boolean waiting = true;
            while (waiting) {
                try {
                    never.await();
                    waiting = false;
                } catch (InterruptedException ignoredByPurpose) {
                    waiting = true;
                }
            }
        }));
        Bounds bounds = new Bounds(10, Bounds.FOREVER, 0, Duration.ofMillis(300));
        Measurement measured = new Driver(plan(new Pacing.ClosedLoop(), bounds))
                .run(List.of(hanging), Progress.none(), HistogramSink.none());
        never.countDown();
        assertThat(measured.end()).isEqualTo(Measurement.End.FAILED);
        assertThat(measured.hanging()).isEqualTo(1);
        assertThat(measured.failure().orElseThrow()).contains("no answer");
    }

    @Test
    void aStopWakesASleepingClientAndAbandonsItsTask() {
        CountDownLatch prepared = new CountDownLatch(1);
        AtomicLong abandoned = new AtomicLong();
        Client client = () -> {
            prepared.countDown();
            return Optional.of(new Task() {
                @Override
                public int type() {
                    return 0;
                }

                @Override
                public void execute() {
                    throw new AssertionError("it is due in an hour");
                }

                @Override
                public void abandoned() {
                    abandoned.incrementAndGet();
                }

                @Override
                public String describe() {
                    return "";
                }
            });
        };
        Bounds bounds = new Bounds(10, Bounds.FOREVER, 0, STALL);
        // The second client's first operation is due after an hour.
        Driver driver = new Driver(plan(new Pacing.OpenLoop(1.0 / 3600, Pacing.Arrivals.UNIFORM, 1), bounds));
        Thread stopper = new Thread(() -> {
            try {
                prepared.await();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            driver.stop();
        });
        stopper.start();
        Client nothing = Optional::empty;
        Measurement measured = driver.run(List.of(nothing, client), Progress.none(), HistogramSink.none());
        assertThat(measured.end()).isEqualTo(Measurement.End.STOPPED);
        assertThat(abandoned).hasValue(1);
    }

    @Test
    void theHistogramLogContainsEveryOperation(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("latencies.hlog");
        int operations = 1000;
        CountDownLatch reported = new CountDownLatch(1);
        AtomicLong number = new AtomicLong();
        // The last operation ends after the first report, however late that is.
        Client client = () -> Optional.of(task(() -> {
            if (number.incrementAndGet() == operations) {
                awaitOpen(reported);
            }
        }));
        Measurement measured;
        try (HistogramLog log = HistogramLog.create(file, "a test", 1_000_000)) {
            Driver driver = new Driver(new Driver.Plan(
                    "test",
                    "operations",
                    List.of("work"),
                    new Pacing.OpenLoop(2000, Pacing.Arrivals.POISSON, 3),
                    new Bounds(operations, Bounds.FOREVER, 0, STALL),
                    Duration.ofMillis(100)));
            measured = driver.run(List.of(client), report -> reported.countDown(), log);
        }
        Histogram read = new Histogram(3);
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            while (reader.hasNext()) {
                Histogram interval = (Histogram) reader.nextIntervalHistogram();
                assertThat(interval.getTag()).isEqualTo("work");
                read.add(interval);
            }
        }
        assertThat(read.getTotalCount()).isEqualTo(operations).isEqualTo(measured.operations());
        assertThat(read.getMaxValue()).isEqualTo(measured.latency().getMaxValue());
        assertThat(Files.readString(file)).startsWith("#a test");
    }
}
