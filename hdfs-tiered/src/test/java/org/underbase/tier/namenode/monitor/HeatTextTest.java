package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.DecayedReads;

class HeatTextTest {
    private static final int XATTR_MAX = 1 << 16;

    @Test
    void heatIsReadAsItWasWritten() {
        Map<Long, Double> reads = Map.of(16386L, 2.5, Long.MAX_VALUE, 0.125);
        assertThat(HeatText.parse(HeatText.of(reads, 1000)))
                .hasValue(Map.of(16386L, new DecayedReads(2.5, 1000), Long.MAX_VALUE, new DecayedReads(0.125, 1000)));
        assertThat(HeatText.parse(HeatText.of(Map.of(), 1000))).hasValue(Map.of());
    }

    @Test
    void maximumFitsInAnXattr() {
        Map<Long, Double> reads = new LinkedHashMap<>();
        for (long inode = 0; inode < HeatText.MAX_FILES; inode++) {
            reads.put(inode, 1.0);
        }
        assertThat(HeatText.of(reads, Long.MAX_VALUE)).hasSizeLessThan(XATTR_MAX);
    }

    @Test
    void malformedTextIsEmpty() {
        assertThat(HeatText.parse("")).isEmpty();
        assertThat(HeatText.parse("1:")).isEmpty();
        assertThat(HeatText.parse("1:AAA=")).isEmpty();
        assertThat(HeatText.parse("1:?")).isEmpty();
        assertThat(HeatText.parse(HeatText.of(Map.of(1L, 1.0), 1).replace("1:", "2:")))
                .isEmpty();
        assertThat(HeatText.parse(HeatText.of(Map.of(1L, Double.NaN), 1))).isEmpty();
        SplittableRandom random = new SplittableRandom(21);
        String valid = HeatText.of(Map.of(1L, 1.0, 2L, 2.0), 1000);
        for (int i = 0; i < 10_000; i++) {
            char[] changed = valid.toCharArray();
            changed[random.nextInt(changed.length)] = (char) random.nextInt(128);
            HeatText.parse(new String(changed).substring(0, random.nextInt(changed.length + 1)))
                    .ifPresent(heat -> assertThat(heat.values())
                            .allMatch(reads -> reads.reads() > 0 && Double.isFinite(reads.reads())));
        }
    }
}
