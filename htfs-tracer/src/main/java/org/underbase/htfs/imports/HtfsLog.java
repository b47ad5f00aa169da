package org.underbase.htfs.imports;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text log of Facebook's HTFS ({@code APITrace} of facebook/hadoop-20): {@code pid, event, entry, elapsed, call, stream,
 * return value, arguments}, with texts as {@code #} and base64. Its times count from the start of each process. It has no threads:
 * a first reading derives the activities of store files.
 */
public final class HtfsLog implements SourceFormat {
    private static final Pattern LINE =
            Pattern.compile("(?:^|[\\s:])(\\d+),(\\d+),(-?\\d+),(-?\\d+),(\\d+),(-?\\d+),([^\\s]+)\\s*$");
    private static final Pattern MALFORMED = Pattern.compile("^\\d+,.*|.*\\bAPITrace\\b.*");
    private static final int COMMENT = 49;

    /** Maximum number of processes whose streams and paths are known. */
    private static final int MAX_PROCESSES = 16;

    /** Maximum distance of a time from its base, in nanoseconds: 36 years. */
    private static final long MAX_TIME = 1L << 60;

    private final long epochNanos;
    private final Map<String, HtfsReplay> processes = new LastUsed<>(MAX_PROCESSES);
    private final Verdicts verdicts = new Verdicts();
    private HtfsReplay.Unknown unknown = new HtfsReplay.Unknown();

    /** @param epochNanos wall-clock time of the time 0 of the log, in nanoseconds since the epoch */
    public HtfsLog(long epochNanos) {
        this.epochNanos = epochNanos;
    }

    @Override
    public String name() {
        return "htfs";
    }

    @Override
    public boolean needsFirstReading() {
        return true;
    }

    @Override
    public void rewind() {
        processes.clear();
        unknown = new HtfsReplay.Unknown();
        verdicts.rewind();
    }

    @Override
    public boolean parse(String line, EventSink sink) throws BadLineException, IOException {
        Matcher fields = LINE.matcher(line);
        if (!fields.find()) {
            if (MALFORMED.matcher(line).matches()) {
                throw new BadLineException(
                        "expected pid, event, entry, elapsed, call, stream, return value, arguments");
            }
            return false;
        }
        String pid = fields.group(1);
        long entry = Fields.number("entry time", fields.group(3), -MAX_TIME);
        long elapsed = Math.max(0, Fields.number("elapsed time", fields.group(4), -MAX_TIME));
        int call = (int) Math.min(COMMENT + 1, Fields.number("call", fields.group(5), 0));
        if (entry > MAX_TIME || elapsed > MAX_TIME) {
            throw new BadLineException("invalid entry or elapsed time: more than 2^60 ns");
        }
        if (call == COMMENT) {
            return false;
        }
        String[] values = fields.group(7).split(",", -1);
        HtfsReplay replay = processes.get(pid);
        if (replay == null) {
            replay = new HtfsReplay(new SourceProcess(pid, "htfs", Fields.number("pid", pid, 0)), unknown, verdicts);
            processes.put(pid, replay);
        }
        replay.call(
                new HtfsCall(
                        epochNanos + entry,
                        elapsed,
                        call,
                        Fields.number("stream", fields.group(6), -1),
                        decoded(values[0]),
                        List.of(Arrays.stream(values, 1, values.length)
                                .map(HtfsLog::decoded)
                                .toArray(String[]::new))),
                sink);
        return true;
    }

    /** Returns the text of a value; that of a null is empty, and an undecodable one remains as it is. */
    private static String decoded(String value) {
        if (value.equals("null")) {
            return "";
        }
        if (!value.startsWith("#")) {
            return value;
        }
        try {
            return new String(Base64.getDecoder().decode(value.substring(1)), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }

    @Override
    public Map<String, Long> remarks() {
        Map<String, Long> remarks = new LinkedHashMap<>();
        if (unknown.streams() > 0) {
            remarks.put("calls on streams that were opened before the log began, not imported", unknown.streams());
        }
        if (unknown.lengths() > 0) {
            remarks.put("reads of unknown length, imported without bytes", unknown.lengths());
        }
        remarks.putAll(verdicts.remarks());
        return remarks;
    }
}
