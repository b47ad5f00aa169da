package org.underbase.analysis;

import java.util.List;

/**
 * What was read of a trace, and what was missing or bad.
 *
 * @param segments files with a readable header
 * @param blocks complete blocks
 * @param bytes bytes of those blocks on disk
 * @param drops events the recorder counted as lost
 * @param damages how many parts were missing or bad
 * @param damage the first of those, each as a line for people
 * @param unclosed segments without an end mark: still being written, or their process was killed
 */
public record TraceHealth(
        long segments, long blocks, long bytes, long drops, long damages, List<String> damage, List<String> unclosed) {
    public TraceHealth {
        damage = List.copyOf(damage);
        unclosed = List.copyOf(unclosed);
    }
}
