package org.underbase.htfs.format;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import org.underbase.operator.output.PrintableText;

/**
 * Reader of the blocks of one segment, or of a slice of it, in the order of writing. It returns each intact block, and
 * {@link #report} contains each range without one and the cause. The limits of the format and the length of the file bound
 * its memory. Not thread-safe.
 */
public final class SegmentReader implements Closeable {
    private static final int CHUNK = 1 << 16;
    private static final String NO_BLOCK = "no valid block header";

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

    /** The {@link SegmentHeader#id}, or that of the first intact block if the header is corrupt; see {@link #idKnown}. */
    private int id;

    private boolean idKnown;

    private long at;
    private int expected = -1;

    /** Whether {@link #at} is the end of a block or header; the start of a slice may lie inside a block. */
    private boolean aligned;

    /** The last block that was read in order, or none so far: {@link BlockHeader.Kind#EVENTS}. */
    private BlockHeader.Kind last = BlockHeader.Kind.EVENTS;

    private boolean finished;

    /** Size of the payloads that were read and had another CRC, in bytes. */
    private long futile;

    /**
     * Reads the segment header.
     *
     * @param name name of the file, for messages
     * @param input bytes of the file
     * @param from start of the slice; a block that begins before it belongs to another slice
     * @param to end of the slice; a block that begins there or later belongs to another slice
     * @throws TraceVersionException if the segment has a newer version
     * @throws TraceFormatException if the file is not a trace
     */
    SegmentReader(String name, SegmentInput input, long from, long to) throws IOException {
        this.name = name;
        this.input = input;
        this.from = from;
        this.to = Math.min(to, input.length());
        this.header = header();
    }

    /** Returns the segment header; empty if it is corrupt. */
    public Optional<SegmentHeader> segment() {
        return Optional.ofNullable(header);
    }

    public String name() {
        return name;
    }

    /** Returns the report up to the current position. */
    public ReadReport report() {
        return report;
    }

    /** Returns the position in the file at which the next block is expected, in bytes. */
    public long position() {
        return at;
    }

    /** Decodes no durations from the next block on: {@link BlockCursor#durationNanos} fails, and invalid ones are not reported. */
    public void skipDurations() {
        decoder.skipDurations();
    }

    /** Reads and decodes the next intact block of events, which is valid until the next call; empty at the end. */
    public Optional<BlockCursor> next() throws IOException {
        return next(block -> true);
    }

    /**
     * Reads and decodes the next intact block of events with some header; empty at the end. It neither reads nor reports the
     * payloads of the others.
     */
    public Optional<BlockCursor> next(Predicate<BlockHeader> wanted) throws IOException {
        for (BlockHeader block = header(wanted, true); block != null; block = header(wanted, true)) {
            if (!block.end()) {
                Block decoded = decode(block);
                if (decoded != null) {
                    return Optional.of(new BlockCursor(decoded));
                }
            }
        }
        return Optional.empty();
    }

    /** Reads the header of the next block or end mark without its payload; empty at the end. */
    public Optional<BlockHeader> nextHeader() throws IOException {
        return Optional.ofNullable(header(block -> true, false));
    }

    /** Checks the CRCs of the remaining blocks without decoding them; {@link #report} then has the corrupt ranges. */
    void checkBlocks() throws IOException {
        while (header(block -> true, true) != null) {
            // Only the report matters.
        }
    }

    private SegmentHeader header() throws IOException {
        long length = input.length();
        byte[] fixed = new byte[(int) Math.min(SegmentHeader.FIXED, length)];
        input.read(0, fixed, 0, fixed.length);
        int known = Math.min(8, fixed.length);
        if (!Arrays.equals(fixed, 0, known, Layout.SEGMENT_MAGIC, 0, known)) {
            return headless("the magic bytes are missing", false);
        }
        if (fixed.length < SegmentHeader.FIXED) {
            // This includes an empty file: the process was killed between its creation and the first write.
            return headless("the segment header is truncated", true);
        }
        try {
            int complete = SegmentHeader.length(fixed);
            if (complete > length) {
                return headless("the segment header is truncated", true);
            }
            byte[] bytes = new byte[complete];
            input.read(0, bytes, 0, complete);
            SegmentHeader decoded = SegmentHeader.decode(bytes, complete);
            if (from == 0) {
                report.segment(decoded);
            }
            writer = decoded.host() + " " + decoded.process();
            id = SegmentHeader.id(bytes, complete);
            idKnown = true;
            at = Math.max(from, complete);
            aligned = from <= complete;
            expected = aligned ? 0 : -1;
            return decoded;
        } catch (TraceVersionException e) {
            throw e;
        } catch (TraceFormatException e) {
            return headless(e.getMessage(), false);
        }
    }

    /** Continues without a header, because the blocks are readable alone; a file without a block is not a trace. */
    private SegmentHeader headless(String reason, boolean truncated) throws IOException {
        if (from > 0) {
            // The first slice searches for a block: each of the others would search the same bytes.
            at = from;
            return null;
        }
        long first = find(0, Math.min(input.length(), Layout.MAX_PAYLOAD));
        if (first < 0 && !truncated) {
            throw new TraceFormatException("not a trace: " + reason);
        }
        at = first < 0 ? input.length() : first;
        aligned = true;
        report.corrupt(name, 0, at, reason);
        return null;
    }

    /** Reads the next block of this slice and moves after it; returns null at the end. */
    private BlockHeader header(Predicate<BlockHeader> wanted, boolean withPayload) throws IOException {
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
                        at + block.head(),
                        "block " + block.sequence() + " with " + block.events() + " events is truncated: "
                                + (input.length() - at) + " of " + block.length() + " bytes");
                continue;
            }
            boolean skip = !wanted.test(block);
            if (withPayload && !skip && !load(block)) {
                continue;
            }
            long begin = at;
            at += block.length();
            if (inOrder(block, begin)) {
                last = block.kind();
                if (block.end() && header != null) {
                    report.ended(header, block);
                }
                if (!skip) {
                    report.block(block);
                    return block;
                }
            }
        }
        return null;
    }

    private boolean load(BlockHeader block) throws IOException {
        if (payload.length < block.payload() + Packed.SLACK) {
            payload = new byte[Math.max(block.payload(), CHUNK) + Packed.SLACK];
        }
        input.read(at + block.head(), payload, 0, block.payload());
        if (Crc.of(payload, 0, block.payload()) == block.payloadCrc()) {
            return true;
        }
        futile += block.payload();
        // A forged header can claim the rest of the file as its payload, and the next one, too.
        boolean again = futile <= Layout.MAX_PAYLOAD + 4 * input.length();
        resync(
                at,
                at + (again ? block.head() : block.length()),
                "block " + block.sequence() + " with " + block.events() + " events: its CRC does not match");
        return false;
    }

    private boolean inOrder(BlockHeader block, long begin) {
        if (!idKnown) {
            id = block.segment();
            idKnown = true;
        }
        if (id != block.segment()) {
            report.corrupt(
                    name, begin, block.length(), "block " + block.sequence() + " belongs to another segment; skipped");
            return false;
        }
        if (last != BlockHeader.Kind.EVENTS) {
            report.corrupt(name, begin, block.length(), "block " + block.sequence() + " follows the end mark");
            return false;
        }
        if (expected >= 0 && block.sequence() < expected) {
            report.corrupt(
                    name,
                    begin,
                    block.length(),
                    "block " + block.sequence() + " is a copy at the place of block " + expected + "; skipped");
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
            report.bad(
                    block,
                    name,
                    begin,
                    "block " + block.sequence() + " belongs to another process, " + PrintableText.of(process));
        } catch (TraceFormatException e) {
            report.bad(block, name, begin, "block " + block.sequence() + ": " + e.getMessage());
        }
        return null;
    }

    /** Reports the range from {@code bad} to the next block at or after {@code next}, or to the end, and moves there. */
    private void resync(long bad, long next, String reason) throws IOException {
        long found = find(next, input.length());
        at = found < 0 ? input.length() : found;
        if (aligned) {
            report.corrupt(name, bad, at - bad, reason);
        }
    }

    private BlockHeader tryHeader(long position) throws IOException {
        int count = (int) Math.min(BlockHeader.MAX_LENGTH, input.length() - position);
        if (count < BlockHeader.LENGTH_1) {
            return null;
        }
        byte[] bytes = new byte[count];
        input.read(position, bytes, 0, count);
        try {
            return BlockHeader.decode(bytes, 0, count);
        } catch (TraceFormatException e) {
            return null;
        }
    }

    /** Finds the first valid header from {@code start} to {@code end}; returns -1 without a match. */
    private long find(long start, long end) throws IOException {
        byte[] magic = Layout.BLOCK_MAGIC;
        for (long base = start; base < end; ) {
            int count = (int) Math.min(CHUNK, input.length() - base);
            if (count < BlockHeader.LENGTH_1) {
                return -1;
            }
            input.read(base, chunk, 0, count);
            for (int i = 0; i + magic.length <= count; i++) {
                if (chunk[i] == magic[0]
                        && Arrays.equals(chunk, i, i + magic.length, magic, 0, magic.length)
                        && tryHeader(base + i) != null) {
                    return base + i;
                }
            }
            base += count - magic.length + 1;
        }
        return -1;
    }

    /** Reports the range between the last block of this slice and the next block, which no other slice reports. */
    private void finish() throws IOException {
        finished = true;
        if (aligned && at < input.length()) {
            BlockHeader following = tryHeader(at);
            if (following == null) {
                resync(at, at + 1, NO_BLOCK);
            } else if (expected >= 0 && following.sequence() > expected) {
                missing(at, following.sequence());
            } else if (following.sequence() < expected) {
                // The other slice cannot recognize it.
                report.corrupt(
                        name,
                        at,
                        following.length(),
                        "block " + following.sequence() + " is a copy at the place of block " + expected
                                + "; its events may count twice");
            }
        }
        if (to >= input.length() && last == BlockHeader.Kind.EVENTS && !(from > 0 && endsInEarlierSlice())) {
            report.unclosed(name);
        }
    }

    /** Whether the last bytes of the file are an end mark that begins before this slice. */
    private boolean endsInEarlierSlice() throws IOException {
        for (long position = from - 1; position >= Math.max(0, from - BlockHeader.MAX_LENGTH); position--) {
            BlockHeader mark = tryHeader(position);
            if (mark != null && mark.end() && position + mark.length() == input.length() && mark.segment() == id) {
                return true;
            }
        }
        return false;
    }

    private void missing(long position, int next) {
        report.corrupt(name, position, 0, "blocks " + expected + " to " + (next - 1) + " are missing");
    }

    @Override
    public void close() throws IOException {
        decoder.close();
        input.close();
    }
}
