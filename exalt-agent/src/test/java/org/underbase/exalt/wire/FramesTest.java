package org.underbase.exalt.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.MalformedException;
import org.underbase.exalt.tardis.Tardis;
import org.underbase.exalt.tardis.Verify;

class FramesTest {
    /** For a long run: {@code -Dunderbase.frames.cases=100000}. */
    private static final int CASES = Integer.getInteger("underbase.frames.cases", 400);

    private final Random random = new Random(2014);

    /** Draws data of all forms with embedded metadata. */
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
        if (random.nextBoolean()) {
            int data = 1 + random.nextInt(length > 60_000 ? 400_000 : 9_000);
            packets(all, random.nextInt(length), data, 9 + random.nextInt(5));
        }
        return all;
    }

    /** Draws HDFS packets: header, checksums, and data that continues in the next packet. */
    private void packets(byte[] all, int from, int data, int chunk) {
        long position = random.nextInt(1 << 30);
        int at = from;
        while (true) {
            byte[] run = new byte[random.nextInt(10) == 0 ? 1 + random.nextInt(data) : data];
            Tardis.fill(Form.DATA, 1L << 33, position, run);
            position += run.length;
            byte[] sums = sums(run, 1 << chunk);
            // Some packets are corrupt.
            if (random.nextInt(10) == 0) {
                sums[random.nextInt(sums.length)]++;
            }
            byte[] header = new byte[random.nextInt(40)];
            random.nextBytes(header);
            if (header.length + sums.length + run.length > all.length - at) {
                return;
            }
            ByteBuffer.wrap(all, at, all.length - at).put(header).put(sums).put(run);
            at += header.length + sums.length + run.length;
        }
    }

    private static byte[] sums(byte[] data, int chunk) {
        int count = (data.length - 1) / chunk + 1;
        ByteBuffer result = ByteBuffer.allocate(count * Integer.BYTES);
        for (int i = 0; i < count; i++) {
            CRC32C sum = new CRC32C();
            sum.update(data, i * chunk, Math.min(chunk, data.length - i * chunk));
            result.putInt((int) sum.getValue());
        }
        return result.array();
    }

    /** Writes as a program with a selector does: bytes that were not accepted are written again. */
    private int write(Outbound out, Pipe pipe, byte[] all, int from) throws IOException {
        int count = Math.min(all.length - from, 1 + random.nextInt(random.nextBoolean() ? 20_000 : 600_000));
        int cut = random.nextInt(count + 1);
        ByteBuffer direct = ByteBuffer.allocateDirect(count - cut).put(all, from + cut, count - cut);
        ByteBuffer[] parts = {ByteBuffer.wrap(all, from, cut), ByteBuffer.allocate(0), direct.flip()};
        long result = out.write(pipe::write, parts);
        assertThat(result).isLessThanOrEqualTo(count).isNotZero();
        return (int) Math.max(0, result);
    }

    @Test
    void bytesArriveUnchangedForEverySizeOfTheKernelsPortions() throws IOException {
        for (int i = 0; i < CASES; i++) {
            byte[] all = mixed(1 + random.nextInt(i % 16 == 0 ? 1_000_000 : 60_000));
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
                    // A selector would block forever.
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
    void peerWithoutFramesIsReadUnchanged() throws IOException {
        for (int i = 0; i < CASES; i++) {
            byte[] all = new byte[1 + random.nextInt(100)];
            random.nextBytes(all);
            // Some start with a part of the preamble.
            for (int k = 0; k < Math.min(i % 17, all.length) && k < Frame.BEGIN_LENGTH - 1; k++) {
                all[k] = Frame.beginAt(k);
            }
            if (all.length >= Frame.BEGIN_LENGTH) {
                // A preamble with a different last byte would be another frame version.
                all[Frame.BEGIN_LENGTH - 2] |= Byte.MIN_VALUE;
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
    void sequencesTakeFewBytes() throws IOException {
        byte[] data = new byte[1 << 20];
        Tardis.fill(Form.DATA, data.length, 0, data);
        Outbound out = new Outbound(Outbound.splitter(Verify.FULL));
        assertThat(sent(out, data)).isEqualTo(Frame.BEGIN_LENGTH + Frame.LONGEST - 1 - Form.HASH_LENGTH);
    }

    private static int sent(Outbound out, byte[]... parts) throws IOException {
        ByteBuffer[] buffers = Arrays.stream(parts).map(ByteBuffer::wrap).toArray(ByteBuffer[]::new);
        int[] sent = new int[1];
        long taken = out.write(
                bytes -> {
                    int count = bytes.remaining();
                    sent[0] += count;
                    bytes.position(bytes.limit());
                    return count;
                },
                buffers);
        assertThat(taken)
                .isEqualTo(Arrays.stream(parts).mapToLong(part -> part.length).sum());
        return sent[0];
    }

    /** Checksums and lengths that follow from the data or from previous frames are not sent. */
    @Test
    void onlyTheHeaderOfAPacketIsSent() throws IOException {
        byte[] header = new byte[31];
        random.nextBytes(header);
        for (int chunk : new int[] {512, 4_096, 65_536}) {
            for (int length : new int[] {64 << 10, 1 << 20, 126 * 512}) {
                Outbound out = new Outbound(Outbound.splitter(Verify.FULL));
                for (int i = 0; i < 5; i++) {
                    byte[] data = new byte[length];
                    Tardis.fill(Form.DATA, 1L << 33, (long) i * length, data);
                    int sent = sent(out, header, sums(data, chunk), data);
                    if (i > 0) {
                        assertThat(sent)
                                .as("%s of %s", length, chunk)
                                .isEqualTo(Frame.FEW_HEAD + header.length + 1 + 1);
                    }
                }
            }
        }
    }

    /** If checksums never precede a run, the search for them stops; the sent bytes stay the same. */
    @Test
    void bytesThatAreNotChecksumsAreSentUnchanged() throws IOException {
        Outbound out = new Outbound(Outbound.splitter(Verify.FULL));
        byte[] other = new byte[600];
        for (int i = 0; i < 40; i++) {
            random.nextBytes(other);
            byte[] data = new byte[64 << 10];
            Tardis.fill(Form.DATA, 1L << 33, (long) i * data.length, data);
            int sent = sent(out, other, data);
            assertThat(sent).isLessThan(other.length + Frame.BEGIN_LENGTH + Frame.MANY_HEAD + Frame.LONGEST);
            assertThat(sent).isGreaterThan(other.length);
        }
    }

    /** Each step is verified separately, so that an overwrite is detected that a longer run would hide. */
    @Test
    void overwritesAcrossStepsAreDetectedAsInSeparateWrites() throws IOException {
        int[][] replaced = {{131_076, 262_144}, {131_076, 131_176}, {140_000, 400_000}};
        for (Verify verify : Verify.values()) {
            for (int[] range : replaced) {
                byte[] all = new byte[1 << 20];
                Tardis.fill(Form.DATA, all.length, 0, all);
                byte[] other = new byte[range[1] - range[0]];
                random.nextBytes(other);
                System.arraycopy(other, 0, all, range[0], other.length);
                Pipe pipe = new Pipe(new Random(1), 2 << 20);
                Outbound out = new Outbound(Outbound.splitter(verify));
                assertThat(out.write(pipe::write, ByteBuffer.wrap(all))).isEqualTo(all.length);
                ByteBuffer read = ByteBuffer.allocate(all.length);
                pipe.close();
                Inbound in = Inbound.unknown();
                for (int result = 0; result != Link.END && read.hasRemaining(); ) {
                    result = in.read(pipe::read, read);
                    assertThat(in.available(0)).isNotNegative();
                }
                assertThat(Arrays.equals(read.array(), all))
                        .as("%s, bytes %s to %s", verify, range[0], range[1])
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 127, -1})
    void anotherVersionIsRefused(int version) throws IOException {
        ByteBuffer begin = ByteBuffer.allocate(Frame.BEGIN_LENGTH);
        for (int i = 0; i < Frame.BEGIN_LENGTH - 1; i++) {
            begin.put(Frame.beginAt(i));
        }
        begin.put((byte) version).flip();
        Pipe pipe = new Pipe(new Random(1), 100);
        while (begin.hasRemaining()) {
            pipe.write(begin);
        }
        Inbound in = Inbound.unknown();
        assertThatThrownBy(() -> {
                    while (in.read(pipe::read, ByteBuffer.allocate(10)) != Link.END) {
                        assertThat(in.mode()).isEqualTo(Inbound.Mode.UNKNOWN);
                    }
                })
                .isInstanceOf(MalformedException.class)
                .hasMessage("unsupported frame version " + version
                        + ", expected 2: use the same exalt-agent.jar on both sides");
        assertThatThrownBy(() -> in.read(pipe::read, ByteBuffer.allocate(10)))
                .as("on every later call")
                .isInstanceOf(MalformedException.class);
    }

    @Test
    void malformedFrameIsRejected() throws IOException {
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
                assertThat(e).hasMessageFindingMatch("frame|chunk size|phase");
            }
        }
        int summed = Frame.RUN | Frame.SUMMED;
        assertThat(rejection(9)).isEqualTo("invalid frame type 9");
        assertThat(rejection(Frame.RUN | Frame.SUMMED | 2)).isEqualTo("invalid frame type 70");
        assertThat(rejection(Frame.RUN | 3)).isEqualTo("invalid frame type 67");
        assertThat(rejection(Frame.MANY, 0, 0, 0, 0)).isEqualTo("invalid frame length 0");
        assertThat(rejection(Frame.RUN | Frame.CONTINUED, 0, 0, 1, 0))
                .isEqualTo("frame of type 72 without a previous run");
        assertThat(rejection(Frame.RUN | Frame.SAME_SIZE, 0, 0, 0, 0, 0))
                .isEqualTo("frame of type 80 without a previous run");
        assertThat(rejection(Frame.RUN, 0, 0, 0, 1, 12, 0, 0, 0, 0)).isEqualTo("invalid phase 12");
        assertThat(rejection(summed, 0, 0, 1, 0, 3, 0, 0, 0, 0, 0)).isEqualTo("invalid chunk size 2^3");
        assertThat(rejection(summed, 1, 0, 0, 1, 9, 0, 0, 0, 0, 0))
                .isEqualTo("invalid frame length 16777217 with checksums");
        int[] run = {Frame.RUN, 0, 0, 0, 1, 0, 0, 0, 0, 0, Frame.LAST};
        assertThat(rejection(with(run, Frame.RUN | Frame.CONTINUED | 1, 0, 0, 0, 1)))
                .isEqualTo("frame of type 73 after a run of another form");
        assertThat(rejection(with(run, summed | Frame.SAME_SIZE, 0, 0, 0, 0, 0)))
                .isEqualTo("invalid chunk size 2^0");
    }

    private static int[] with(int[] first, int... then) {
        return IntStream.concat(Arrays.stream(first), Arrays.stream(then)).toArray();
    }

    /** Reads a malformed frame and returns the message. */
    private static String rejection(int... frames) {
        ByteBuffer bad = ByteBuffer.allocate(Frame.BEGIN_LENGTH + frames.length);
        for (int i = 0; i < Frame.BEGIN_LENGTH; i++) {
            bad.put(Frame.beginAt(i));
        }
        for (int part : frames) {
            bad.put((byte) part);
        }
        bad.flip();
        Pipe pipe = new Pipe(new Random(1), 100);
        while (bad.hasRemaining()) {
            pipe.write(bad);
        }
        Inbound in = Inbound.unknown();
        return assertThrows(MalformedException.class, () -> {
                    for (int i = 0; i < 100; i++) {
                        in.read(pipe::read, ByteBuffer.allocate(10));
                    }
                })
                .getMessage();
    }
}
