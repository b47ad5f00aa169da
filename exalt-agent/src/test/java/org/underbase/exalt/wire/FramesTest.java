package org.underbase.exalt.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.MalformedException;
import org.underbase.exalt.tardis.Tardis;
import org.underbase.exalt.tardis.Verify;

class FramesTest {
    private static final int CASES = 400;

    private final Random random = new Random(2014);

    /** Data with metadata in between, and forms of all kinds. */
    private byte[] mixed(int length) {
        byte[] all = new byte[length];
        random.nextBytes(all);
        for (int at = random.nextInt(200); at < length; at += random.nextInt(2_000)) {
            int count = Math.min(length - at, 1 + random.nextInt(5_000));
            byte[] hash = new byte[Form.HASH_LENGTH];
            random.nextBytes(hash);
            Form form =
                    switch (random.nextInt(4)) {
                        case 0 -> Form.FILLER;
                        case 1 -> Form.hashed(hash);
                        default -> Form.DATA;
                    };
            Tardis.fill(form, 1L << 33, random.nextInt(1 << 30), ByteBuffer.wrap(all), at, count);
            at += count;
        }
        return all;
    }

    /** As a program with a selector does it: what was not taken is presented again. */
    private int write(Outbound out, Pipe pipe, byte[] all, int from) throws IOException {
        int count = Math.min(all.length - from, 1 + random.nextInt(20_000));
        int cut = random.nextInt(count + 1);
        ByteBuffer[] parts = {
            ByteBuffer.wrap(all, from, cut), ByteBuffer.allocate(0), ByteBuffer.wrap(all, from + cut, count - cut)
        };
        long result = out.write(pipe::write, parts);
        assertThat(result).isLessThanOrEqualTo(count).isNotZero();
        return (int) Math.max(0, result);
    }

    @Test
    void whatIsWrittenIsReadInWhateverPortionsTheKernelTakesAndGivesIt() throws IOException {
        for (int i = 0; i < CASES; i++) {
            byte[] all = mixed(1 + random.nextInt(60_000));
            Pipe pipe = new Pipe(random, 1 + random.nextInt(10_000));
            Outbound out = new Outbound(Outbound.splitter(Verify.FULL));
            Inbound in = Inbound.unknown();
            ByteBuffer read = ByteBuffer.allocate(all.length);
            int written = 0;
            while (read.hasRemaining()) {
                boolean writes =
                        written < all.length && pipe.isWritable() && (random.nextBoolean() || !pipe.isReadable());
                if (writes) {
                    written += write(out, pipe, all, written);
                } else {
                    // A selector would wait for ever.
                    assertThat(pipe.isReadable())
                            .as("case %s at %s of %s", i, read.position(), all.length)
                            .isTrue();
                    read.limit(Math.min(all.length, read.position() + 1 + random.nextInt(8_000)));
                    int before = read.position();
                    int result = in.read(pipe::read, read);
                    assertThat(result).isEqualTo(result < 0 ? Link.UNAVAILABLE : read.position() - before);
                    read.limit(all.length);
                }
            }
            assertThat(read.array()).as("case %s", i).isEqualTo(all);
            assertThat(in.mode()).isEqualTo(Inbound.Mode.FRAMED);
        }
    }

    @Test
    void whoKnowsNothingOfFramesIsReadAsItIs() throws IOException {
        for (int i = 0; i < CASES; i++) {
            byte[] all = new byte[1 + random.nextInt(100)];
            random.nextBytes(all);
            // Some begin nearly as frames do.
            for (int k = 0; k < Math.min(i % 17, all.length) && k < Frame.BEGIN_LENGTH - 1; k++) {
                all[k] = Frame.beginAt(k);
            }
            Pipe pipe = new Pipe(random, all.length);
            for (ByteBuffer rest = ByteBuffer.wrap(all); rest.hasRemaining(); ) {
                pipe.write(rest);
            }
            pipe.close();
            Inbound in = Inbound.unknown();
            ByteBuffer read = ByteBuffer.allocate(all.length + 1);
            int result = 0;
            while (result >= 0) {
                read.limit(Math.min(read.capacity(), read.position() + 1 + random.nextInt(20)));
                result = in.read(pipe::read, read);
            }
            assertThat(result).isEqualTo(Link.END);
            assertThat(Arrays.copyOf(read.array(), read.position()))
                    .as("case %s", i)
                    .isEqualTo(all);
            assertThat(in.isThrough()).isTrue();
        }
    }

    @Test
    void sequencesTakeNextToNothing() throws IOException {
        byte[] data = new byte[1 << 20];
        Tardis.fill(Form.DATA, data.length, 0, data);
        int[] sent = new int[1];
        long taken = new Outbound(Outbound.splitter(Verify.FULL))
                .write(
                        bytes -> {
                            int count = bytes.remaining();
                            sent[0] += count;
                            bytes.position(bytes.limit());
                            return count;
                        },
                        ByteBuffer.wrap(data));
        assertThat(taken).isEqualTo(data.length);
        assertThat(sent[0]).isLessThan(200);
    }

    @Test
    void whatIsNoFrameIsRefused() throws IOException {
        for (int i = 0; i < 10 * CASES; i++) {
            Pipe pipe = new Pipe(random, 1 << 16);
            byte[] begin = new byte[Frame.BEGIN_LENGTH];
            for (int k = 0; k < begin.length; k++) {
                begin[k] = Frame.beginAt(k);
            }
            byte[] junk = new byte[random.nextInt(200)];
            random.nextBytes(junk);
            for (ByteBuffer rest = ByteBuffer.wrap(begin); rest.hasRemaining(); ) {
                pipe.write(rest);
            }
            for (ByteBuffer rest = ByteBuffer.wrap(junk); rest.hasRemaining(); ) {
                pipe.write(rest);
            }
            pipe.close();
            Inbound in = Inbound.unknown();
            ByteBuffer read = ByteBuffer.allocate(1 << 16);
            int result = 0;
            try {
                for (int k = 0; k < 300 && result >= 0; k++) {
                    result = in.read(pipe::read, read.clear());
                }
            } catch (MalformedException e) {
                assertThat(e).hasMessageContaining("fr").hasMessageFindingMatch("a frame of type|a run from byte");
            }
        }
        ByteBuffer bad = ByteBuffer.allocate(Frame.BEGIN_LENGTH + Frame.HEAD);
        for (int k = 0; k < Frame.BEGIN_LENGTH; k++) {
            bad.put(Frame.beginAt(k));
        }
        bad.put((byte) 9).putInt(1).flip();
        Pipe pipe = new Pipe(new Random(1), 100);
        while (bad.hasRemaining()) {
            pipe.write(bad);
        }
        assertThatThrownBy(() -> Inbound.unknown().read(pipe::read, ByteBuffer.allocate(10)))
                .isInstanceOf(MalformedException.class)
                .hasMessage("a frame of type 9 and 1 bytes");
    }
}
