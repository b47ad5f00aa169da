package org.underbase.exalt.harness.report;

import java.util.List;
import java.util.Map;
import org.underbase.exalt.harness.profile.Profile;
import org.underbase.operator.output.TextTable;

/** Tables of the profiles. */
final class TimeText {
    private static final int TOP = 6;
    private static final int MONITORS = 3;
    private static final double PERCENT = 100;
    private static final double NANOS_PER_MILLI = 1e6;

    private TimeText() {}

    /** Formats the frames with the most self time and the longest monitor waits, for each phase and kind of processes. */
    static String of(List<Profile> profiles) {
        TextTable times = new TextTable("phase", "process", "samples", "%", "innermost frame").leftAligned();
        TextTable monitors = new TextTable("monitor waits", "process", "ms", "class").leftAligned();
        boolean waited = false;
        for (Profile profile : profiles) {
            for (Profile.Self self : profile.top(TOP)) {
                times.row(
                        profile.phase(),
                        profile.kind(),
                        Long.toString(self.samples()),
                        RunText.fixed(PERCENT * self.samples() / profile.samples(), 1),
                        self.frame());
            }
            List<Map.Entry<String, Long>> longest = profile.blockedNanos().entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .limit(MONITORS)
                    .toList();
            for (Map.Entry<String, Long> monitor : longest) {
                waited = true;
                monitors.row(
                        profile.phase(),
                        profile.kind(),
                        RunText.fixed(monitor.getValue() / NANOS_PER_MILLI, 0),
                        monitor.getKey());
            }
        }
        return waited ? times + "\n" + monitors : times.toString();
    }
}
