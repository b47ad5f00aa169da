package org.underbase.exalt.tardis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests of the format of sequences. */
class TardisTest {
    private static final long SEED = 6;

    @Test
    void eachMarkerSaysHowManyBytesFollow() {
        byte[] bytes = new byte[1020];
        Tardis.fill(Form.DATA, bytes.length, 0, bytes);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        for (int at = 0; at < bytes.length; at += 12) {
            assertThat(buffer.getLong(at)).isEqualTo(Form.DATA.flag());
            assertThat(buffer.getInt(at + 8)).isEqualTo(1020 - at - 12);
        }
    }

    @Test
    void anyPartIsWhatTheDefinitionSays() {
        Random random = new Random(SEED);
        for (int i = 0; i < 2000; i++) {
            Form form = Sequences.form(random);
            // Sequences longer than the marker range, and lengths that are not a multiple of a unit.
            long total = 1 + (random.nextLong() >>> (1 + random.nextInt(62)));
            long position = random.nextLong(total);
            int length = (int) Math.min(total - position, random.nextInt(300));
            ByteBuffer buffer = random.nextBoolean() ? ByteBuffer.allocate(400) : ByteBuffer.allocateDirect(400);
            buffer.order(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            int at = random.nextInt(100);
            Tardis.fill(form, total, position, buffer, at, length);
            byte[] found = new byte[400];
            buffer.get(0, found);
            byte[] wanted = new byte[400];
            System.arraycopy(Sequences.slowly(form, total, position, length), 0, wanted, at, length);
            assertThat(found).as("seed %d, case %d", SEED, i).isEqualTo(wanted);
        }
    }

    @Test
    void aRunContinuesWhereItIsSaidTo() {
        Random random = new Random(SEED);
        for (int i = 0; i < 500; i++) {
            Form form = Sequences.form(random);
            int phase = random.nextInt(form.unit());
            int marker = random.nextInt();
            ByteBuffer whole = ByteBuffer.allocate(500);
            Tardis.expand(form, phase, marker, whole, 0, 500);
            int cut = random.nextInt(500);
            ByteBuffer parts = ByteBuffer.allocate(500);
            Tardis.expand(form, phase, marker, parts, 0, cut);
            Tardis.expand(
                    form,
                    (phase + cut) % form.unit(),
                    Tardis.markerAfter(form, phase, marker, cut),
                    parts,
                    cut,
                    500 - cut);
            assertThat(parts).as("seed %d, case %d", SEED, i).isEqualTo(whole);
        }
    }

    @Test
    void whatIsNotInASequenceIsRefused() {
        assertThatThrownBy(() -> Tardis.fill(Form.DATA, 10, 5, new byte[6]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bytes 5 to 11 of a sequence of 10");
        assertThatThrownBy(() -> Tardis.fill(Form.DATA, 10, -1, new byte[1]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Tardis.expand(Form.DATA, 12, 0, ByteBuffer.allocate(1), 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("phase 12 in a unit of 12 bytes");
        assertThatThrownBy(() -> Form.hashed(new byte[20]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("invalid hash of 20 bytes: must have 32");
    }
}
