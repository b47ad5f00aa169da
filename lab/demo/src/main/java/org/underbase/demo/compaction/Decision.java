package org.underbase.demo.compaction;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What became of a compaction of a store that compacts locally.
 *
 * @param reason why stock did it, such as {@code COST}; empty where the nodes of the replicas did
 * @param said what its RegionServer logged about it
 */
public record Decision(String reason, String said) {
    /** Text before the region in every log line that contains a decision. */
    static final String MADE = " compaction of ";

    private static final Pattern FORM = Pattern.compile(
            "Starting local compaction of .*|Falling back to stock compaction of .*? \\((?<reason>[A-Z_]+)\\): .*");

    /**
     * Reads a line of a log.
     *
     * @throws IOException when it tells of no decision
     */
    static Decision of(String line) throws IOException {
        Matcher matcher = FORM.matcher(line.strip());
        if (!matcher.find()) {
            throw new IOException("no decision about a compaction: " + line);
        }
        return new Decision(matcher.group("reason") == null ? "" : matcher.group("reason"), matcher.group());
    }

    /** Whether the nodes of the replicas did it. */
    public boolean local() {
        return reason.isEmpty();
    }
}
