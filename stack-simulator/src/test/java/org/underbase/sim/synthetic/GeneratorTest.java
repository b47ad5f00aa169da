package org.underbase.sim.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

class GeneratorTest {
    private static final long MINUTE = 60_000_000_000L;
    private static final int MINUTES = 5;
    private static final double MB = 1 << 20;

    private final Recorder recorder = new Recorder();

    /** Checks the order of the requests and sums them. */
    private static final class Recorder implements RequestListener {
        private final long[] bytes = new long[Activity.COUNT];
        private final Map<Integer, Long> ends = new HashMap<>();
        private final Map<Integer, Integer> lengths = new HashMap<>();
        private long received;
        private long time;
        private long hash;
        private int violations;

        @Override
        public void created(long now, Activity activity, int file, int length, int megabytes, boolean isReceived) {
            violations += length <= megabytes * MB && ends.get(file) == null ? 0 : 1;
            lengths.put(file, length);
        }

        @Override
        public void request(long now, Activity activity, int file, int offset, int length, boolean isReceived) {
            violations += now < time ? 1 : 0;
            time = now;
            violations += offset + length > StoreFile.BLOCK ? 1 : 0;
            if (activity.isWrite()) {
                violations += offset + length <= lengths.get(file) ? 0 : 1;
                violations += offset == ends.getOrDefault(file, 0L) ? 0 : 1;
                ends.put(file, (long) offset + length);
            }
            if (activity.isWrite() || !isReceived) {
                bytes[activity.index()] += length;
            }
            received += isReceived && activity.isWrite() ? length : 0;
            hash = hash * 31 + now + file * 7L + offset;
        }

        @Override
        public void deleted(long now, int file, int length) {
            assertThat(ends.getOrDefault(file, (long) length))
                    .as("length of a deleted file")
                    .isEqualTo(length);
            ends.remove(file);
        }
    }

    @BeforeEach
    void generate() {
        generate(recorder, 1);
    }

    private static void generate(Recorder into, long seed) {
        Generator generator = new Generator(Calibration.PAPER, seed, into);
        generator.start(MINUTES * MINUTE);
        generator.runUntil(MINUTES * MINUTE);
    }

    @Test
    void ratesAreThoseOfTheCalibration() {
        double perMinute = MB * MINUTES;

        assertThat(recorder.bytes[Activity.USER_READ.index()] / perMinute).isCloseTo(481, within(48.0));
        assertThat(recorder.bytes[Activity.LOG.index()] / perMinute).isCloseTo(160, within(20.0));
        assertThat(recorder.bytes[Activity.FLUSH.index()] / perMinute).isCloseTo(16, within(5.0));
        long writes = recorder.bytes[Activity.LOG.index()]
                + recorder.bytes[Activity.FLUSH.index()]
                + recorder.bytes[Activity.COMPACTION_WRITE.index()];
        assertThat((double) recorder.received / writes)
                .as("two of three replicas")
                .isBetween(0.5, 0.8);
    }

    @Test
    void requestsAscendAppendAndStayInTheirBlock() {
        assertThat(recorder.violations).isZero();
    }

    @Test
    void aSeedRepeatsItsRequests() {
        Recorder same = new Recorder();
        generate(same, 1);
        Recorder other = new Recorder();
        generate(other, 2);

        assertThat(same.hash).isEqualTo(recorder.hash);
        assertThat(other.hash).isNotEqualTo(recorder.hash);
    }

    @Test
    void aStoreIsCompactedByHBasesRatio() {
        Store store = new Store();
        for (long bytes : new long[] {1_000, 10, 12, 9, 8}) {
            store.files.add(new StoreFile(0, bytes));
        }

        assertThat(store.minor()).extracting(file -> file.bytes).containsExactly(10L, 12L, 9L, 8L);
        assertThat(store.tail(11)).extracting(file -> file.bytes).containsExactly(12L, 9L, 8L);
    }
}
