package org.underbase.exalt.harness.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.underbase.exalt.tardis.Codec;
import org.underbase.exalt.tardis.Verify;

class RowsTest {
    private static final int COUNT = 200_000;

    @Test
    void keysAreUniqueAndScatteredOverAllRegions() {
        Rows rows = new Rows(5, 100, false);
        byte[][] splits = Tables.splits(10);
        Set<Integer> keys = new HashSet<>();
        int[] regions = new int[10];
        for (int i = 0; i < COUNT; i++) {
            byte[] key = rows.key(i);
            keys.add(ByteBuffer.wrap(key).getInt());
            int region = 0;
            while (region < splits.length && Bytes.compareTo(splits[region], key) <= 0) {
                region++;
            }
            regions[region]++;
        }
        assertThat(keys).hasSize(COUNT);
        for (int region : regions) {
            assertThat(region).isBetween(COUNT / 10 * 9 / 10, COUNT / 10 * 11 / 10);
        }
        assertThat(new Rows(6, 100, false).key(1)).isNotEqualTo(rows.key(1));
    }

    @Test
    void tardisValueCompressesAndRandomValueDoesNot() {
        Codec codec = new Codec(Verify.FULL);
        assertThat(codec.compress(new Rows(1, 100_000, false).value(3))).hasSizeLessThan(200);
        assertThat(codec.compress(new Rows(1, 100_000, true).value(3))).hasSizeGreaterThan(99_000);
    }

    @Test
    void defectOfAValueIsReported() {
        for (boolean plain : new boolean[] {false, true}) {
            Rows rows = new Rows(1, 1_000, plain);
            assertThat(rows.wrong(4, rows.value(4))).isEmpty();
            assertThat(rows.wrong(4, null)).contains("missing");
            assertThat(rows.wrong(4, new byte[999])).contains("999 bytes, expected 1000");
            assertThat(rows.wrong(4, rows.value(5))).contains("unexpected byte");
            byte[] changed = rows.value(4);
            changed[700]++;
            assertThat(rows.wrong(4, changed)).isEqualTo("row 4 has an unexpected byte at 700");
        }
    }
}
