package org.underbase.exalt.harness.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StacksTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    private volatile boolean ended;
    private volatile double result;

    @Test
    void recordingContainsStacksAndMonitorWaits() throws Exception {
        try (Recording recording = new Recording(Configuration.create(new StringReader(Profiler.settings())))) {
            recording.start();
            CountDownLatch entered = new CountDownLatch(1);
            Thread busy = new Thread(this::burn, "busy-17");
            Thread holder = new Thread(() -> hold(entered), "holder");
            Thread waiter = new Thread(this::enter, "waiter");
            busy.start();
            holder.start();
            entered.await();
            waiter.start();
            Awaitility.await("it waits").atMost(LIMIT).until(() -> waiter.getState() == Thread.State.BLOCKED);
            Path file = directory.resolve("recording.jfr");
            Awaitility.await("enough samples").atMost(LIMIT).untilAsserted(() -> {
                recording.dump(file);
                assertThat(busySamples(file)).isGreaterThan(5);
            });
            ended = true;
            for (Thread thread : new Thread[] {busy, holder, waiter}) {
                thread.join(TimeUnit.MINUTES.toMillis(1));
            }
            recording.stop();
            recording.dump(file);
            Stacks stacks = new Stacks();
            stacks.add(file);
            assertThat(stacks.blockedNanos().get(StacksTest.class.getName()))
                    .as("the time that it waited for this object's monitor")
                    .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(1));
            assertThat(FlameGraph.of(Profile.of("test", "this", stacks))).contains("StacksTest.burn");
        }
        assertThat(result).isNotNaN();
    }

    private static long busySamples(Path file) throws java.io.IOException {
        Stacks stacks = new Stacks();
        stacks.add(file);
        return stacks.counts().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("busy-#;")
                        && entry.getKey().contains(StacksTest.class.getName() + ".burn"))
                .mapToLong(java.util.Map.Entry::getValue)
                .sum();
    }

    private void burn() {
        double sum = 0;
        for (long i = 1; !ended; i++) {
            sum += Math.sin((double) i);
        }
        result = sum;
    }

    private synchronized void hold(CountDownLatch entered) {
        entered.countDown();
        while (!ended) {
            Thread.onSpinWait();
        }
    }

    private synchronized void enter() {
        result = 0;
    }

    @Test
    void threadsWithTheSameWorkShareAName() {
        assertThat(Stacks.threadName("IPC Server handler 7 on default port 8020"))
                .isEqualTo("IPC Server handler # on default port #");
        assertThat(Stacks.threadName("DataXceiver for client DFSClient_1 at /127.0.0.1:5 [Receiving block BP-1:blk_2]"))
                .isEqualTo("DataXceiver");
        assertThat(Stacks.threadName(null)).isNotEmpty();
        assertThat(Stacks.threadName("a;b")).isEqualTo("a,b");
    }

    @Test
    void generatedClassesShareAName() {
        assertThat(Stacks.className("a.B$$Lambda$17/0x0000000800c3")).isEqualTo("a.B$$Lambda");
        assertThat(Stacks.className("jdk.internal.reflect.GeneratedMethodAccessor12"))
                .isEqualTo("jdk.internal.reflect.GeneratedMethodAccessor");
    }
}
