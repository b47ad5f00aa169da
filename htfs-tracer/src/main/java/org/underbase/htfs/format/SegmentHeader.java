package org.underbase.htfs.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a segment says of itself once, at its start. Written as {@code key=value} lines, so that fields can be added
 * without a new version and a person can read it with {@code head}.
 *
 * @param host the host the process ran on
 * @param pid the process' id
 * @param start when the recording process started, in milliseconds since the epoch; with host and pid unique
 * @param sequence the number of this segment among those of its process, from 0
 * @param wallNanos the wall clock when the segment was begun, nanoseconds since the epoch
 * @param monoNanos {@link System#nanoTime} at the same moment
 * @param user the user the process ran as
 * @param label what the operator called the process ({@code underbase.trace.label}), or empty
 * @param hadoop the version of Hadoop the process ran
 * @param hashing which key hashed the names in this trace, or empty when they are in clear
 * @param expiredSegments how many earlier segments of the process were deleted to keep within the size cap
 * @param expiredEvents how many events those held
 */
public record SegmentHeader(
        String host,
        long pid,
        long start,
        int sequence,
        long wallNanos,
        long monoNanos,
        String user,
        String label,
        String hadoop,
        String hashing,
        long expiredSegments,
        long expiredEvents) {

    /** The bytes before the text: magic, version, reserved, length of the text. */
    static final int FIXED = 16;

    /** The process, unique on its host: {@code pid@start}. */
    public String process() {
        return pid + "@" + start;
    }

    /** The name of the segment's file. */
    public String fileName() {
        return prefix() + String.format("%06d", sequence) + Layout.SUFFIX;
    }

    /** What the names of all segments of the process begin with. */
    public String prefix() {
        return hostPrefix() + pid + "-" + start + "-";
    }

    /** What the names of all segments of the host begin with. */
    public String hostPrefix() {
        return host.replaceAll("[^A-Za-z0-9._-]", "_") + "-";
    }

    /** The header of another segment of the same process. */
    public SegmentHeader next(int number, long wall, long mono, long goneSegments, long goneEvents) {
        return new SegmentHeader(
                host, pid, start, number, wall, mono, user, label, hadoop, hashing, goneSegments, goneEvents);
    }

    /** What the blocks of this segment know it by: the CRC of this header. */
    public int id() {
        byte[] bytes = encode();
        return id(bytes, bytes.length);
    }

    static int id(byte[] bytes, int length) {
        return Crc.of(bytes, 0, length - 4);
    }

    /** The header as it is on disk, CRC included. */
    public byte[] encode() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("host", host);
        fields.put("pid", pid);
        fields.put("start", start);
        fields.put("sequence", sequence);
        fields.put("wall", wallNanos);
        fields.put("mono", monoNanos);
        fields.put("user", user);
        fields.put("label", label);
        fields.put("hadoop", hadoop);
        fields.put("hashing", hashing);
        fields.put("expired.segments", expiredSegments);
        fields.put("expired.events", expiredEvents);
        StringBuilder text = new StringBuilder();
        fields.forEach((key, value) ->
                text.append(key).append('=').append(oneLine(value)).append('\n'));
        byte[] body = text.toString().getBytes(StandardCharsets.UTF_8);
        ByteSink sink = new ByteSink(FIXED + body.length + 4);
        sink.bytes(Layout.SEGMENT_MAGIC);
        sink.u16(Layout.VERSION);
        sink.u16(0);
        sink.u32(body.length);
        sink.bytes(body);
        sink.u32(Crc.of(sink.array(), 0, sink.size()));
        return sink.toBytes();
    }

    /** How long the whole header is, told by its first {@link #FIXED} bytes. */
    static int length(byte[] fixed) throws TraceFormatException {
        if (!Arrays.equals(fixed, 0, 8, Layout.SEGMENT_MAGIC, 0, 8)) {
            throw new TraceFormatException("not a trace: the file does not begin with a trace's magic bytes");
        }
        ByteSource source = new ByteSource(fixed, 8, 8);
        source.u32();
        int length = source.u32();
        if (length < 0 || length > Layout.MAX_SEGMENT_HEADER) {
            throw new TraceFormatException("the header of the file is damaged: its length cannot be " + length);
        }
        return FIXED + length + 4;
    }

    static SegmentHeader decode(byte[] bytes, int length) throws TraceFormatException {
        if (new ByteSource(bytes, length - 4, 4).u32() != id(bytes, length)) {
            throw new TraceFormatException("the header of the file is damaged: its CRC does not match");
        }
        // After the CRC, for a damaged version is no reason to give up what follows.
        int version = new ByteSource(bytes, 8, 2).u16();
        if (version > Layout.VERSION) {
            throw new TraceVersionException(version);
        }
        Map<String, String> fields = new LinkedHashMap<>();
        String text = new String(bytes, FIXED, length - FIXED - 4, StandardCharsets.UTF_8);
        for (String line : text.split("\n", -1)) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                fields.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return new SegmentHeader(
                fields.getOrDefault("host", ""),
                number(fields, "pid"),
                number(fields, "start"),
                (int) number(fields, "sequence"),
                number(fields, "wall"),
                number(fields, "mono"),
                fields.getOrDefault("user", ""),
                fields.getOrDefault("label", ""),
                fields.getOrDefault("hadoop", ""),
                fields.getOrDefault("hashing", ""),
                number(fields, "expired.segments"),
                number(fields, "expired.events"));
    }

    private static long number(Map<String, String> fields, String key) throws TraceFormatException {
        try {
            return Long.parseLong(fields.getOrDefault(key, "0"));
        } catch (NumberFormatException e) {
            throw new TraceFormatException("the header of the file has no number in " + key, e);
        }
    }

    private static String oneLine(Object value) {
        return value.toString().replace('\n', ' ').replace('\r', ' ');
    }
}
