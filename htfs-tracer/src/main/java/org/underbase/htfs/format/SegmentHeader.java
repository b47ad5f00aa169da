package org.underbase.htfs.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The header of a segment. It consists of {@code key=value} lines, so that fields can be added without a new version and
 * {@code head} shows them.
 *
 * @param host host of the process
 * @param pid process id
 * @param start start of the recording process, in milliseconds since the epoch; unique together with host and pid
 * @param sequence number of this segment among those of its process, from 0
 * @param wallNanos wall-clock time at which the segment began, in nanoseconds since the epoch
 * @param monoNanos {@link System#nanoTime} at the same moment
 * @param user user of the process
 * @param label name of the process, {@code underbase.trace.label} or that of {@code -Dproc_NAME}, or empty
 * @param hadoop Hadoop version of the process
 * @param hashing fingerprint of the key that hashed the names, or empty for plain names
 * @param features classes of this project that the process was configured to use, separated by blanks
 * @param evictedSegments number of earlier segments of the process that the size limit deleted
 * @param evictedEvents number of events in the deleted segments
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
        String features,
        long evictedSegments,
        long evictedEvents) {

    /** Placeholder for a header that could not be read. */
    public static final SegmentHeader NONE = new SegmentHeader("", 0, 0, 0, 0, 0, "", "", "", "", "", 0, 0);

    /** Creates the header of a process whose events a {@link TraceWriter} writes. */
    public static SegmentHeader of(String host, long pid, long start, String user, String label) {
        // The blocks repeat these names: the reader rejects a block with others.
        return new SegmentHeader(oneLine(host), pid, start, 0, 0, 0, oneLine(user), oneLine(label), "", "", "", 0, 0);
    }

    /** Length of the fields before the text in bytes: magic, version, reserved, length of the text. */
    static final int FIXED = 16;

    /** Returns the process as {@code pid@start}, unique on its host. */
    public String process() {
        return pid + "@" + start;
    }

    /** Returns the file name of the segment. */
    public String fileName() {
        return prefix() + String.format("%06d", sequence) + Layout.SUFFIX;
    }

    /** Returns the prefix of the file names of the process. */
    public String prefix() {
        return hostPrefix() + pid + "-" + start + "-";
    }

    /** Returns the prefix of the file names of the host. */
    public String hostPrefix() {
        return host.replaceAll("[^A-Za-z0-9._-]", "_") + "-";
    }

    /** Creates the header of another segment of the same process. */
    public SegmentHeader next(int number, long wall, long mono, long goneSegments, long goneEvents) {
        return new SegmentHeader(
                host, pid, start, number, wall, mono, user, label, hadoop, hashing, features, goneSegments, goneEvents);
    }

    /** Returns the CRC of this header, which identifies the segment in its blocks. */
    public int id() {
        byte[] bytes = encode();
        return id(bytes, bytes.length);
    }

    static int id(byte[] bytes, int length) {
        return Crc.of(bytes, 0, length - 4);
    }

    /** Encodes the header with its CRC. */
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
        fields.put("features", features);
        fields.put("evicted.segments", evictedSegments);
        fields.put("evicted.events", evictedEvents);
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

    /** Computes the length of the header from its first {@link #FIXED} bytes. */
    static int length(byte[] fixed) throws TraceFormatException {
        if (!Arrays.equals(fixed, 0, 8, Layout.SEGMENT_MAGIC, 0, 8)) {
            throw new TraceFormatException("not a trace: the magic bytes are missing");
        }
        ByteSource source = new ByteSource(fixed, 8, 8);
        source.u32();
        int length = source.u32();
        if (length < 0 || length > Layout.MAX_SEGMENT_HEADER) {
            throw new TraceFormatException("corrupt segment header: invalid length " + length);
        }
        return FIXED + length + 4;
    }

    static SegmentHeader decode(byte[] bytes, int length) throws TraceFormatException {
        if (new ByteSource(bytes, length - 4, 4).u32() != id(bytes, length)) {
            throw new TraceFormatException("corrupt segment header: the CRC does not match");
        }
        // Check the CRC first: a corrupt version must not make the reader reject the blocks.
        int version = new ByteSource(bytes, 8, 2).u16();
        if (version > Layout.VERSION) {
            throw new TraceVersionException(version);
        }
        int flags = new ByteSource(bytes, 10, 2).u16();
        if (version > 1 && flags != 0) {
            throw new TraceVersionException(version, flags);
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
                (int) count(fields, "sequence", Integer.MAX_VALUE),
                number(fields, "wall"),
                number(fields, "mono"),
                fields.getOrDefault("user", ""),
                fields.getOrDefault("label", ""),
                fields.getOrDefault("hadoop", ""),
                fields.getOrDefault("hashing", ""),
                fields.getOrDefault("features", ""),
                count(fields, "evicted.segments", Integer.MAX_VALUE),
                count(fields, "evicted.events", Layout.MAX_LOST));
    }

    private static long number(Map<String, String> fields, String key) throws TraceFormatException {
        try {
            return Long.parseLong(fields.getOrDefault(key, "0"));
        } catch (NumberFormatException e) {
            throw new TraceFormatException("corrupt segment header: " + key + " is not a number", e);
        }
    }

    private static long count(Map<String, String> fields, String key, long max) throws TraceFormatException {
        long value = number(fields, key);
        if (value < 0 || value > max) {
            throw new TraceFormatException("corrupt segment header: " + key + " is not from 0 to " + max);
        }
        return value;
    }

    private static String oneLine(Object value) {
        return value.toString().replace('\n', ' ').replace('\r', ' ');
    }
}
