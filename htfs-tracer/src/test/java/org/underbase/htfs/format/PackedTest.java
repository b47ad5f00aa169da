package org.underbase.htfs.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedTest {
    @Test
    void numbersOfEachWidthRoundTrip() throws Exception {
        long[] values = new long[64 * 6 + 2];
        int n = 0;
        values[n++] = 0;
        values[n++] = -1;
        for (int bit = 0; bit < 64; bit++) {
            long power = 1L << bit;
            for (long value : new long[] {power, power - 1, power + 1, power | 1, power | power >>> 1, power * 3}) {
                values[n++] = value;
            }
        }
        assertThat(roundTrip(values, Packed.ALL_BITS)).isEqualTo(values);
    }

    @Test
    void columnsOfSmallNumbersAreTheirSymbols() throws Exception {
        for (long last : new long[] {0, 15, 16, -1}) {
            long[] values = {0, 1, 15, 7, last};
            assertThat(roundTrip(values, Packed.ALL_BITS)).isEqualTo(values);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomNumbersRoundTrip(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        long[] values = new long[10_000];
        Arrays.setAll(values, i -> random.nextLong() >>> random.nextInt(64));
        assertThat(roundTrip(values, Packed.ALL_BITS)).as("seed %d", seed).isEqualTo(values);
    }

    @Test
    void roundedNumbersHaveABoundedError() throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        long[] values = new long[10_000];
        Arrays.setAll(values, i -> random.nextLong() >>> (1 + random.nextInt(63)));
        long[] rounded = Arrays.stream(values).map(Precision.COMPACT::round).toArray();
        assertThat(roundTrip(rounded, 8)).isEqualTo(rounded);
        for (int i = 0; i < values.length; i++) {
            assertThat(Math.abs(rounded[i] - values[i])).isLessThanOrEqualTo(values[i] / 256);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 999, 1000, 1001})
    void aTickDividesTimes(int tick) {
        Precision precision = new Precision(tick, 8);
        for (long nanos : new long[] {0, tick - 1, tick, 10L * tick - 1, 1L << 45}) {
            assertThat(precision.ticks(nanos)).isEqualTo(nanos / tick);
        }
    }

    @Test
    void signedNumbersRoundTrip() {
        for (long value : new long[] {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40, -(1L << 40)}) {
            assertThat(Packed.unzigzag(Packed.zigzag(value))).isEqualTo(value);
        }
    }

    @Test
    void missingRawBitsAreRejected() {
        byte[] symbols = {100};
        ByteSource none = new ByteSource(new byte[Packed.SLACK], 0, 0);
        NumberColumn column = new NumberColumn();
        column.start(new ByteSource(symbols, 0, 1), Packed.ALL_BITS, none);
        assertThatThrownBy(() -> column.all(1, new long[1]))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageContaining("raw bits");
    }

    private static long[] roundTrip(long[] values, int bits) throws TraceFormatException {
        ByteSink symbols = new ByteSink(16);
        ByteSink raw = new ByteSink(16);
        Packed.encode(values, values.length, bits, symbols, raw);
        byte[] data = Arrays.copyOf(raw.array(), raw.size() + Packed.SLACK);
        long[] back = new long[values.length];
        NumberColumn column = new NumberColumn();
        column.start(new ByteSource(symbols.array(), 0, values.length), bits, new ByteSource(data, 0, raw.size()));
        column.all(values.length, back);
        return back;
    }
}
