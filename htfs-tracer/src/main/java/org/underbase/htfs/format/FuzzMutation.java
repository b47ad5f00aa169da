package org.underbase.htfs.format;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** One way or several to spoil a trace, for {@link TraceFuzz}. Not thread-safe. */
final class FuzzMutation {
    /** Where in a block's header the payload's length and CRC are. */
    private static final int PAYLOAD = 24;

    private static final int PAYLOAD_CRC = 28;

    private final SplittableRandom random;
    private final List<FuzzTrace> traces;
    private byte[] bytes;
    private final FuzzTrace base;
    private final Set<FuzzTrace> sources = new LinkedHashSet<>();
    private final StringBuilder story = new StringBuilder();
    private boolean crcMadeAgain;

    FuzzMutation(List<FuzzTrace> traces, SplittableRandom random) {
        this.traces = traces;
        this.random = random;
        this.base = traces.get(random.nextInt(traces.size()));
        sources.add(base);
        this.bytes = base.bytes().clone();
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times && bytes.length > 0; i++) {
            mutate();
        }
    }

    byte[] bytes() {
        return bytes;
    }

    /** The trace that was spoilt, and those that parts were taken from. */
    Set<FuzzTrace> sources() {
        return sources;
    }

    /** What was done, for messages. */
    String story() {
        return story.toString();
    }

    /** Whether a CRC was made to match what was spoilt: then the reader cannot know, but must survive. */
    boolean crcMadeAgain() {
        return crcMadeAgain;
    }

    private void mutate() {
        int kind = random.nextInt(11);
        story.append(' ').append(kind).append('@').append(bytes.length);
        switch (kind) {
            case 0, 1 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 2 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            case 3 -> cut();
            case 4 -> insert(noise(random.nextInt(1, 200)), random.nextInt(bytes.length + 1));
            case 5 -> spliceFrom(base);
            case 6 -> spliceFrom(traces.get(random.nextInt(traces.size())));
            case 7 -> zero();
            case 8 -> repeatBlock();
            case 9 -> header();
            default -> payload();
        }
    }

    private void cut() {
        int from = random.nextInt(bytes.length);
        int to = Math.min(bytes.length, from + 1 + random.nextInt(random.nextBoolean() ? 8 : 2000));
        byte[] rest = Arrays.copyOf(bytes, bytes.length - (to - from));
        System.arraycopy(bytes, to, rest, from, bytes.length - to);
        bytes = rest;
    }

    private void insert(byte[] what, int at) {
        byte[] more = Arrays.copyOf(bytes, bytes.length + what.length);
        System.arraycopy(what, 0, more, at, what.length);
        System.arraycopy(bytes, at, more, at + what.length, bytes.length - at);
        bytes = more;
    }

    private byte[] noise(int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }

    private void spliceFrom(FuzzTrace source) {
        sources.add(source);
        int from = random.nextInt(source.bytes().length);
        int to = from + random.nextInt(source.bytes().length - from + 1);
        insert(Arrays.copyOfRange(source.bytes(), from, to), random.nextInt(bytes.length + 1));
    }

    private void zero() {
        int from = random.nextInt(bytes.length);
        Arrays.fill(bytes, from, Math.min(bytes.length, from + random.nextInt(1, 600)), (byte) 0);
    }

    private void repeatBlock() {
        List<Integer> starts = base.starts();
        int block = random.nextInt(starts.size());
        int from = starts.get(block);
        int to = block + 1 < starts.size() ? starts.get(block + 1) : base.bytes().length;
        int at = starts.get(random.nextInt(starts.size()));
        insert(Arrays.copyOfRange(base.bytes(), from, to), Math.min(at, bytes.length));
    }

    /** Where a block of the base begins that is still there; -1 when there is none. */
    private int block() {
        int start = base.starts().get(random.nextInt(base.starts().size()));
        return start + BlockHeader.LENGTH <= bytes.length
                        && Arrays.equals(bytes, start, start + 8, Layout.BLOCK_MAGIC, 0, 8)
                ? start
                : -1;
    }

    /** Changes a field of a block's header, often to something huge, and makes its CRC match. */
    private void header() {
        int start = block();
        if (start < 0) {
            return;
        }
        int field = start + 8 + random.nextInt(BlockHeader.LENGTH - 12);
        int width = Math.min(random.nextBoolean() ? 4 : 1, start + BlockHeader.LENGTH - 4 - field);
        for (int i = 0; i < width; i++) {
            bytes[field + i] = (byte) (random.nextBoolean() ? 0x7F : random.nextInt());
        }
        crc(start, BlockHeader.LENGTH - 4, start + BlockHeader.LENGTH - 4);
    }

    /** Changes some of a block's payload, where the sizes of the columns are too, and makes both CRCs match. */
    private void payload() {
        int start = block();
        if (start < 0) {
            return;
        }
        int length = u32(start + PAYLOAD);
        int from = start + BlockHeader.LENGTH;
        if (length <= 0 || from + length > bytes.length) {
            return;
        }
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            bytes[from + random.nextInt(length)] = (byte) random.nextInt();
        }
        crc(from, length, start + PAYLOAD_CRC);
        crc(start, BlockHeader.LENGTH - 4, start + BlockHeader.LENGTH - 4);
    }

    private int u32(int at) {
        return (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8 | (bytes[at + 2] & 0xFF) << 16 | bytes[at + 3] << 24;
    }

    private void crc(int from, int length, int at) {
        ByteSink crc = new ByteSink(4);
        crc.u32(Crc.of(bytes, from, length));
        System.arraycopy(crc.array(), 0, bytes, at, 4);
        crcMadeAgain = true;
    }
}
