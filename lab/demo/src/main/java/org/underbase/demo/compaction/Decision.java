package org.underbase.demo.compaction;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decision of the local compactor about one compaction.
 *
 * @param reason reason of the fallback to stock compaction, such as {@code COST}; empty for a local compaction
 * @param logLine the log line of the RegionServer
 */
public record Decision(String reason, String logLine) {
    /** Text before the region in every log line with a decision. */
    static final String MADE = " compaction of ";

    private static final Pattern FORM = Pattern.compile(
            "Starting local compaction of .*|Falling back to stock compaction of .*? \\((?<reason>[A-Z_]+)\\): .*");

    /**
     * Parses a log line.
     *
     * @throws IOException if the line contains no decision
     */
    static Decision of(String line) throws IOException {
        Matcher matcher = FORM.matcher(line.strip());
        if (!matcher.find()) {
            throw new IOException("no decision about a compaction in the log line: " + line);
        }
        return new Decision(matcher.group("reason") == null ? "" : matcher.group("reason"), matcher.group());
    }

    /** Whether the nodes of the replicas compacted. */
    public boolean local() {
        return reason.isEmpty();
    }
}
