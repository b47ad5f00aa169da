package org.underbase.sim.hats.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FlowsTest {
    private static final long MB = 1_000_000;

    private final Flows flows = new Flows();
    private final List<Double> ends = new ArrayList<>();

    private void start(long megabytes, int... at) {
        double[] alone = new double[at.length];
        Arrays.fill(alone, 100);
        flows.start(megabytes * MB, at, alone, () -> ends.add(flows.now()));
    }

    private void finish() {
        while (flows.step()) {}
    }

    @Test
    void transfersShareAResourceUntilOneEnds() {
        int device = flows.addResource();
        start(100, device);
        start(50, device);
        finish();

        // Both have 50 MB/s for a second, then the first has 100 MB/s for half a second.
        assertThat(ends).containsExactly(1.0, 1.5);
    }

    @Test
    void theLeastShareIsTheRate() {
        int device = flows.addResource();
        int link = flows.addResource();
        start(100, device, link);
        start(100, link);
        start(100, link);
        finish();

        assertThat(ends).allSatisfy(end -> assertThat(end).isCloseTo(3, within(1e-9)));
    }

    @Test
    void aTransferThatUsesALinkTwiceHasHalfOfIt() {
        int link = flows.addResource();
        start(100, link, link);
        start(100, link);
        finish();

        assertThat(ends).containsExactly(3.0, 3.0);
    }

    @Test
    void aTransferWithoutResourcesTakesNoTime() {
        start(100);
        finish();

        assertThat(ends).containsExactly(0.0);
    }

    /** A resource that always has transfers is busy until it has passed all bytes. */
    @Test
    void noByteIsLostOrServedTwice() {
        SplittableRandom random = new SplittableRandom(5);
        int device = flows.addResource();
        Series series = flows.observe(device);
        long sum = 0;
        for (int i = 0; i < 200; i++) {
            long megabytes = 1L + random.nextInt(100);
            sum += megabytes;
            start(megabytes, device);
        }
        finish();

        assertThat(flows.now()).isCloseTo(sum / 100.0, within(1e-6));
        assertThat(series.sum()).isCloseTo((double) sum, within(1e-6));
        assertThat(series.peak()).isCloseTo(100, within(1e-6));
        assertThat(ends).isSorted().hasSize(200);
    }
}
