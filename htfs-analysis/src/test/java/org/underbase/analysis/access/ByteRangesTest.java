package org.underbase.analysis.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRangesTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void equalBits(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ByteRanges[] ranges = {new ByteRanges(), new ByteRanges()};
        BitSet[] bits = {new BitSet(), new BitSet()};
        for (int step = 0; step < 300; step++) {
            int i = random.nextInt(2);
            int from = random.nextInt(1000);
            int to = from + random.nextInt(12);
            ranges[i].add(from, to);
            bits[i].set(from, to);
            BitSet common = (BitSet) bits[0].clone();
            common.and(bits[1]);
            assertThat(ranges[i].size()).as("seed %d", seed).isEqualTo(bits[i].cardinality());
            assertThat(ranges[0].common(ranges[1])).isEqualTo(common.cardinality());
            assertThat(ranges[1].common(ranges[0])).isEqualTo(common.cardinality());
        }
        ranges[0].add(ranges[1]);
        bits[0].or(bits[1]);
        assertThat(ranges[0].size()).isEqualTo(bits[0].cardinality());
    }
}
