package org.underbase.exalt.harness.load;

import java.util.List;

/**
 * Description of a replay.
 *
 * @param files audit logs, read concurrently; files named {@code *.gz} are decompressed
 * @param rate seconds of the logs per second of the replay; 0 for as fast as the NameNode answers
 * @param blocks whether a new file gets one byte, and so a block
 */
public record ReplaySpec(List<String> files, double rate, boolean blocks) {
    public ReplaySpec {
        files = List.copyOf(files);
        if (files.isEmpty()) {
            throw new IllegalArgumentException("missing audit log");
        }
        if (!(rate >= 0) || Double.isInfinite(rate)) {
            throw new IllegalArgumentException("invalid --rate " + rate + ": must be at least 0");
        }
    }
}
