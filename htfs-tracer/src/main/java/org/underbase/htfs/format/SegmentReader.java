package org.underbase.htfs.format;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads the blocks of one segment, or of a slice of it, in the order they were written. Returns every block that is
 * complete and as it was written; says in {@link #report} where and why it found none. Memory is bounded by the limits of
 * the format and never exceeds what the file's length allows. Not thread-safe.
 */
public final class SegmentReader implements Closeable {
    private static final int CHUNK = 1 << 16;
    private static final String NO_BLOCK = "no block of a trace";

    private final String name;
    private final SegmentInput input;
    private final long from;
    private final long to;
    private final ReadReport report = new ReadReport();
    private final BlockDecoder decoder = new BlockDecoder();
    private final byte[] chunk = new byte[CHUNK];
    private final SegmentHeader header;

    private byte[] payload = {};
    private String writer = "";

    /** The {@link SegmentHeader#id}; of a segment whose header is damaged what its first good block says. */
    private OptionalInt id = OptionalInt.empty();

    private long at;
    private int expected = -1;
    /** Whether what comes before {@link #at} is known; the start of a slice may lie inside a block. */
    private boolean aligned;

    private Optional<BlockHeader.Kind> ending = Optional.empty();
    private boolean finished;

    /**
     * @param name the file, for messages
     * @param from the first byte of the slice; blocks that begin before it belong to others
     * @param to the end of the slice; blocks that begin there or later belong to others
     * @throws TraceVersionException when the segment is of a newer version
     * @throws TraceFormatException when the file is no trace
     */
    SegmentReader(String name, SegmentInput input, long from, long to) throws IOException {
        this.name = name;
        this.input = input;
        this.from = from;
        this.to = Math.min(to, input.length());
        this.header = header();
    }

    /** The segment's header; empty when it is damaged. */
    public Optional<SegmentHeader> segment() {
        return Optional.ofNullable(header);
    }

    /** The end mark of the segment, once it was read: empty before that and when there is none. */
    public Optional<BlockHeader.Kind> ending() {
        return ending;
    }

    public String name() {
        return name;
    }

    /** What was read so far, and what was missing or bad. */
    public ReadReport report() {
        return report;
    }

    /** Where in the file the next block is looked for. */
    public long position() {
        return at;
    }

    /** Reads and decodes the next complete block of events; empty at the end. */
    public Optional<BlockCursor> next() throws IOException {
        for (BlockHeader block = header(true); block != null; block = header(true)) {
            if (!block.end()) {
                Block decoded = decode(block);
                if (decoded != null) {
                    return Optional.of(new BlockCursor(decoded));
                }
            }
        }
        return Optional.empty();
    }

    /** The header of the next block or end mark, without looking at its payload; empty at the end. */
    public Optional<BlockHeader> nextHeader() throws IOException {
        return Optional.ofNullable(header(false));
    }

    private SegmentHeader header() throws IOException {
        long length = input.length();
        byte[] fixed = new byte[(int) Math.min(SegmentHeader.FIXED, length)];
        input.read(0, fixed, 0, fixed.length);
        int known = Math.min(8, fixed.length);
        if (!Arrays.equals(fixed, 0, known, Layout.SEGMENT_MAGIC, 0, known)) {
            return headless("the file does not begin as a trace does", false);
        }
        if (fixed.length < SegmentHeader.FIXED) {
            // Also an empty one: the process was killed between the creation of the file and the first write.
            return headless("the file was cut off in its header", true);
        }
        try {
            int whole = SegmentHeader.length(fixed);
            if (whole > length) {
                return headless("the file was cut off in its header", true);
            }
            byte[] bytes = new byte[whole];
            input.read(0, bytes, 0, whole);
            SegmentHeader decoded = SegmentHeader.decode(bytes, whole);
            report.segment();
            writer = decoded.host() + " " + decoded.process();
            id = OptionalInt.of(SegmentHeader.id(bytes, whole));
            at = Math.max(from, whole);
            aligned = from <= whole;
            expected = aligned ? 0 : -1;
            return decoded;
        } catch (TraceVersionException e) {
            throw e;
        } catch (TraceFormatException e) {
            return headless(e.getMessage(), false);
        }
    }

    /** Without a header the blocks are still good; a file in which there is none either is no trace. */
    private SegmentHeader headless(String reason, boolean cutOff) throws IOException {
        long first = find(0, Math.min(input.length(), Layout.MAX_PAYLOAD));
        if (first < 0 && !cutOff) {
            throw new TraceFormatException("not a trace: " + reason);
        }
        if (from == 0) {
            report.damage(name, 0, first < 0 ? input.length() : first, reason);
        }
        at = Math.max(from, first < 0 ? input.length() : first);
        aligned = from == 0;
        return null;
    }

    /** Finds the next block of this slice; null at the end. Moves behind it, or behind its header to verify the payload. */
    private BlockHeader header(boolean withPayload) throws IOException {
        while (!finished) {
            if (at >= to || at >= input.length()) {
                finish();
                return null;
            }
            BlockHeader block = tryHeader(at);
            if (block == null) {
                resync(at, at + 1, NO_BLOCK);
                continue;
            }
            aligned = true;
            if (block.length() > input.length() - at) {
                resync(
                        at,
                        at + BlockHeader.LENGTH,
                        "block " + block.sequence() + " with " + block.events() + " events is cut off: it has "
                                + block.length() + " bytes, " + (input.length() - at) + " are there");
                continue;
            }
            if (withPayload && !load(block)) {
                continue;
            }
            long begin = at;
            at += block.length();
            if (inOrder(block, begin)) {
                ending = block.end() ? Optional.of(block.kind()) : ending;
                report.block(block);
                return block;
            }
        }
        return null;
    }

    private boolean load(BlockHeader block) throws IOException {
        if (payload.length < block.payload() + Packed.SLACK) {
            payload = new byte[Math.max(block.payload(), CHUNK) + Packed.SLACK];
        }
        input.read(at + BlockHeader.LENGTH, payload, 0, block.payload());
        if (Crc.of(payload, 0, block.payload()) == block.payloadCrc()) {
            return true;
        }
        resync(
                at,
                at + BlockHeader.LENGTH,
                "block " + block.sequence() + " with " + block.events() + " events: its CRC does not match");
        return false;
    }

    private boolean inOrder(BlockHeader block, long begin) {
        if (id.isEmpty()) {
            id = OptionalInt.of(block.segment());
        }
        if (id.getAsInt() != block.segment()) {
            report.damage(
                    name, begin, block.length(), "block " + block.sequence() + " is of another segment, left out");
            return false;
        }
        if (ending.isPresent()) {
            report.damage(name, begin, block.length(), "block " + block.sequence() + " stands behind the end mark");
            return false;
        }
        if (expected >= 0 && block.sequence() < expected) {
            report.damage(
                    name,
                    begin,
                    block.length(),
                    "block " + block.sequence() + " stands where " + expected + " should: a copy, left out");
            return false;
        }
        if (expected >= 0 && block.sequence() > expected) {
            missing(begin, block.sequence());
        }
        expected = block.sequence() + 1;
        return true;
    }

    private Block decode(BlockHeader block) {
        long begin = at - block.length();
        try {
            Block decoded = decoder.decode(block, payload, 0);
            String process = decoded.host + " " + decoded.process;
            if (writer.isEmpty()) {
                writer = process;
            }
            if (writer.equals(process)) {
                return decoded;
            }
            report.bad(block, name, begin, "block " + block.sequence() + " is of another process, " + process);
        } catch (TraceFormatException e) {
            report.bad(block, name, begin, "block " + block.sequence() + ": " + e.getMessage());
        }
        return null;
    }

    /** Reports what is bad at {@code bad} and moves to the next block at or behind {@code next}, or to the end. */
    private void resync(long bad, long next, String reason) throws IOException {
        long found = find(next, input.length());
        at = found < 0 ? input.length() : found;
        if (aligned) {
            report.damage(name, bad, at - bad, reason);
        }
    }

    private BlockHeader tryHeader(long position) throws IOException {
        if (input.length() - position < BlockHeader.LENGTH) {
            return null;
        }
        byte[] bytes = new byte[BlockHeader.LENGTH];
        input.read(position, bytes, 0, bytes.length);
        try {
            return BlockHeader.decode(bytes, 0);
        } catch (TraceFormatException e) {
            return null;
        }
    }

    /** Where the first whole header at or behind {@code start} and before {@code end} begins; -1 when there is none. */
    private long find(long start, long end) throws IOException {
        byte first = Layout.BLOCK_MAGIC[0];
        for (long base = start; base < end; ) {
            int count = (int) Math.min(CHUNK, input.length() - base);
            if (count < BlockHeader.LENGTH) {
                return -1;
            }
            input.read(base, chunk, 0, count);
            for (int i = 0; i + BlockHeader.LENGTH <= count; i++) {
                if (chunk[i] == first && isHeader(i)) {
                    return base + i;
                }
            }
            base += count - BlockHeader.LENGTH + 1;
        }
        return -1;
    }

    private boolean isHeader(int i) {
        if (!Arrays.equals(chunk, i, i + 8, Layout.BLOCK_MAGIC, 0, 8)) {
            return false;
        }
        try {
            BlockHeader.decode(chunk, i);
            return true;
        } catch (TraceFormatException e) {
            return false;
        }
    }

    /** What follows the last block of a slice up to the next block belongs to the slice; nobody else knows of it. */
    private void finish() throws IOException {
        finished = true;
        if (aligned && at < input.length()) {
            BlockHeader following = tryHeader(at);
            if (following == null) {
                resync(at, at + 1, NO_BLOCK);
            } else if (expected >= 0 && following.sequence() > expected) {
                missing(at, following.sequence());
            }
        }
        if (to >= input.length() && ending.isEmpty()) {
            report.unclosed(name);
        }
    }

    private void missing(long position, int next) {
        report.damage(name, position, 0, "blocks " + expected + " to " + (next - 1) + " are missing");
    }

    @Override
    public void close() throws IOException {
        decoder.close();
        input.close();
    }
}
