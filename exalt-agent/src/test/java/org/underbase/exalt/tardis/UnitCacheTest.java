package org.underbase.exalt.tardis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Test of cached units, byte by byte against the definition of a sequence. */
class UnitCacheTest {
    private static final int CASES = 1_500;
    private static final int LONGEST = 120_000;

    private final Random random = new Random(4096);

    /** Draws markers, many of them near the ends of cached blocks and of the marker range. */
    private int marker() {
        int near = random.nextInt(40) - 20;
        return switch (random.nextInt(4)) {
            case 0 -> near;
            case 1 -> random.nextInt(1 << 16) * 4096 * Form.PLAIN_UNIT + near;
            case 2 -> random.nextInt(200_000);
            default -> random.nextInt();
        };
    }

    private static byte[] byDefinition(Form form, int phase, int marker, int length) {
        byte[] bytes = new byte[length];
        int unit = form.unit();
        for (int i = 0; i < length; i++) {
            bytes[i] = form.at((phase + i) % unit, marker - (phase + i) / unit * unit);
        }
        return bytes;
    }

    @Test
    void runsAreMadeAndKnownWhereverTheyBegin() {
        for (int i = 0; i < CASES; i++) {
            Form form = random.nextBoolean() ? Form.DATA : Form.FILLER;
            int phase = random.nextInt(form.unit());
            int marker = marker();
            int length = 1 + random.nextInt(random.nextBoolean() ? LONGEST : 2_000);
            int at = random.nextInt(50);
            byte[] wanted = byDefinition(form, phase, marker, length);
            int different = random.nextInt(length);
            for (ByteBuffer buffer : List.of(
                    ByteBuffer.allocate(at + length),
                    ByteBuffer.allocateDirect(at + length),
                    ByteBuffer.allocate(at + length + 7).slice(7, at + length))) {
                Tardis.expand(form, phase, marker, buffer, at, length);
                byte[] made = new byte[length];
                buffer.get(at, made);
                assertThat(made)
                        .as("case %s: %s %s %s %s", i, form, phase, marker, length)
                        .isEqualTo(wanted);
                Matcher matcher = new Matcher(Verify.FULL);
                assertThat(matcher.match(buffer, at, at + length, form, phase, marker))
                        .isEqualTo(length);
                buffer.put(at + different, (byte) (buffer.get(at + different) + 1 + random.nextInt(255)));
                assertThat(matcher.match(buffer, at, at + length, form, phase, marker))
                        .as("case %s: different at %s", i, different)
                        .isEqualTo(different);
            }
        }
    }
}
