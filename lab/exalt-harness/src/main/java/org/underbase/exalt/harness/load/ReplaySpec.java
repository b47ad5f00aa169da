package org.underbase.exalt.harness.load;

import java.util.List;

/**
 * Which calls are made again, and when.
 *
 * @param files audit logs, read at the same time; a name that ends in {@code .gz} is unpacked
 * @param rate how many seconds of the logs pass in one; 0 for as fast as the NameNode answers
 * @param blocks whether a new file gets a byte, and so a block
 */
public record ReplaySpec(List<String> files, double rate, boolean blocks) {
    public ReplaySpec {
        files = List.copyOf(files);
        if (files.isEmpty()) {
            throw new IllegalArgumentException("no audit log is named");
        }
        if (!(rate >= 0) || Double.isInfinite(rate)) {
            throw new IllegalArgumentException("rate " + rate + ": it should be 0 or more");
        }
    }
}
