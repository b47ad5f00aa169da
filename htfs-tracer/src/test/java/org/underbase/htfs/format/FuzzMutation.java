package org.underbase.htfs.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** One to three random mutations of a trace, for {@link TraceFuzz}. Not thread-safe. */
final class FuzzMutation {
    /** Offsets in a block's header: number of events, length of the payload, CRC of the payload. */
    private static final int EVENTS = 20;

    private static final int PAYLOAD = 24;
    private static final int PAYLOAD_CRC = 28;

    /** One mutation in 1,000 is a {@link #bomb}, which takes 1,000 times as long as the others. */
    private static final int BOMBS = 1000;

    private final SplittableRandom random;
    private final List<FuzzTrace> traces;
    private byte[] bytes;
    private final FuzzTrace base;
    private final Set<FuzzTrace> sources = new LinkedHashSet<>();
    private final StringBuilder story = new StringBuilder();
    private boolean crcRecomputed;
    private boolean mixed;

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

    /** Returns the mutated trace and the traces that parts were copied from. */
    Set<FuzzTrace> sources() {
        return sources;
    }

    /** Returns the mutations, for messages. */
    String story() {
        return story.toString();
    }

    /** Whether a CRC was recomputed after a mutation, so that the reader cannot detect it. */
    boolean crcRecomputed() {
        return crcRecomputed;
    }

    /** Whether the reader must return each intact block: no part was copied to another place. */
    boolean salvageable() {
        return !mixed && !crcRecomputed;
    }

    /** Returns the events of the base's intact blocks, in order. */
    List<TraceEvent> intact() {
        List<TraceEvent> events = new ArrayList<>();
        int from = 0;
        for (int block = 0; block < base.starts().size() - 1; block++) {
            int at = indexOf(
                    Arrays.copyOfRange(
                            base.bytes(),
                            base.starts().get(block),
                            base.starts().get(block + 1)),
                    from);
            if (at >= 0) {
                events.addAll(base.eventsOf(block));
                from = at;
            }
        }
        return events;
    }

    /** Returns the number of block magics in the input. */
    int headers() {
        int headers = 0;
        for (int at = indexOf(Layout.BLOCK_MAGIC, 0); at >= 0; at = indexOf(Layout.BLOCK_MAGIC, at + 1)) {
            headers++;
        }
        return headers;
    }

    private int indexOf(byte[] part, int from) {
        for (int at = from; at + part.length <= bytes.length; at++) {
            if (bytes[at] == part[0] && Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        return -1;
    }

    private void mutate() {
        int kind = random.nextInt(BOMBS) == 0 ? 11 : random.nextInt(11);
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
            case 10 -> payload();
            default -> bomb();
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
        mixed = true;
        int from = random.nextInt(source.bytes().length);
        int to = from + random.nextInt(source.bytes().length - from + 1);
        insert(Arrays.copyOfRange(source.bytes(), from, to), random.nextInt(bytes.length + 1));
    }

    private void zero() {
        int from = random.nextInt(bytes.length);
        Arrays.fill(bytes, from, Math.min(bytes.length, from + random.nextInt(1, 600)), (byte) 0);
    }

    private void repeatBlock() {
        mixed = true;
        List<Integer> starts = base.starts();
        int block = random.nextInt(starts.size());
        int from = starts.get(block);
        int to = block + 1 < starts.size() ? starts.get(block + 1) : base.bytes().length;
        int at = starts.get(random.nextInt(starts.size()));
        insert(Arrays.copyOfRange(base.bytes(), from, to), Math.min(at, bytes.length));
    }

    /** Returns the start of a random block of the base, or -1 if the block no longer begins there. */
    private int block() {
        int start = base.starts().get(random.nextInt(base.starts().size()));
        return start + BlockHeader.LENGTH <= bytes.length
                        && Arrays.equals(bytes, start, start + 8, Layout.BLOCK_MAGIC, 0, 8)
                ? start
                : -1;
    }

    /** Changes a field of a block's header, often to a huge value, and recomputes its CRC. */
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

    /** Changes bytes of a block's payload, which also holds the column sizes, and recomputes both CRCs. */
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

    /** Replaces a block by a small one that declares the maximum number of events, with highly compressible columns. */
    private void bomb() {
        int start = block();
        if (start < 0) {
            return;
        }
        ByteSink payload = new ByteSink(1 << 12);
        int events = random.nextBoolean() ? Layout.MAX_EVENTS : 1 + random.nextInt(Layout.MAX_EVENTS);
        try (Zstandard zstd = new Zstandard(1)) {
            column(zstd, payload, Columns.PROCESS, new byte[] {0, 0, 0, 0, 0});
            column(
                    zstd,
                    payload,
                    Columns.PATHS,
                    random.nextBoolean() ? paths(2 * events) : filled(Layout.MAX_PATH_NUMBERS));
            column(zstd, payload, Columns.COMPONENTS, filled(Layout.MAX_COLUMN));
            column(zstd, payload, Columns.COMPONENTS | Columns.RAW, new byte[0]);
            for (int id : List.of(Columns.THREADS, Columns.USERS, Columns.EXCEPTIONS, Columns.DETAILS)) {
                ByteSink names = new ByteSink(Layout.MAX_EVENTS);
                names.varint(events);
                names.bytes(new byte[events]);
                column(zstd, payload, id, names.toBytes());
            }
            for (int id = Columns.TARGET_STREAM; id <= Columns.TARGET_INODE; id++) {
                column(zstd, payload, id, filled(events));
            }
            for (int id = Columns.START; id <= Columns.GROUP; id++) {
                column(zstd, payload, id, filled(events));
            }
        }
        byte[] block = Arrays.copyOf(
                Arrays.copyOfRange(bytes, start, start + BlockHeader.LENGTH), BlockHeader.LENGTH + payload.size());
        System.arraycopy(payload.array(), 0, block, BlockHeader.LENGTH, payload.size());
        ByteSink numbers = new ByteSink(8);
        numbers.u32(events);
        numbers.u32(payload.size());
        System.arraycopy(numbers.array(), 0, block, EVENTS, 8);
        bytes = Arrays.copyOf(bytes, start);
        insert(block, start);
        crc(start + BlockHeader.LENGTH, payload.size(), start + PAYLOAD_CRC);
        crc(start, BlockHeader.LENGTH - 4, start + BlockHeader.LENGTH - 4);
    }

    /** Creates mostly zeros ("as predicted" or "the next new one"), sometimes all ones or twos. */
    private byte[] filled(int length) {
        byte[] filled = new byte[length];
        Arrays.fill(filled, (byte) Math.max(0, random.nextInt(40) - 37));
        return filled;
    }

    /** Codes {@code count} paths of one new component each. */
    private static byte[] paths(int count) {
        byte[] numbers = new byte[3 * count];
        for (int i = 0; i < count; i++) {
            numbers[3 * i + 1] = 1;
        }
        return numbers;
    }

    private static void column(Zstandard zstd, ByteSink payload, int id, byte[] content) {
        boolean plain = id >= Columns.RAW;
        ByteSink stored = new ByteSink(64);
        if (plain) {
            stored.bytes(content);
        } else {
            zstd.compress(content, content.length, stored);
        }
        payload.u8(id);
        payload.u8(plain ? Columns.PLAIN : Columns.ZSTD);
        payload.varint(content.length);
        payload.varint(stored.size());
        payload.bytes(stored.array(), 0, stored.size());
    }

    private int u32(int at) {
        return (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8 | (bytes[at + 2] & 0xFF) << 16 | bytes[at + 3] << 24;
    }

    private void crc(int from, int length, int at) {
        ByteSink crc = new ByteSink(4);
        crc.u32(Crc.of(bytes, from, length));
        System.arraycopy(crc.array(), 0, bytes, at, 4);
        crcRecomputed = true;
    }
}
