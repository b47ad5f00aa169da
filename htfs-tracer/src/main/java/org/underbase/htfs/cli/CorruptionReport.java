package org.underbase.htfs.cli;

import java.io.PrintWriter;
import org.underbase.htfs.format.CorruptRange;
import org.underbase.htfs.format.ReadReport;

/** Report on stderr of what a trace lacks, so that incomplete output is recognizable. */
final class CorruptionReport {
    private static final int PRINTED = 10;

    private CorruptionReport() {}

    static void warn(ReadReport report, String command, PrintWriter err) {
        report.corruptRanges().stream()
                .limit(PRINTED)
                .map(CorruptRange::toString)
                .forEach(line -> err.println(command + ": " + line));
        if (report.corruptRangeCount() > PRINTED) {
            err.println(
                    command + ": and " + (report.corruptRangeCount() - PRINTED) + " more; see underbase trace verify");
        }
        for (String file : report.unclosed()) {
            err.println(command + ": " + file + ": no end mark: it is still being written, or its process was killed");
        }
        if (report.drops().total() > 0) {
            err.println(command + ": " + report.drops().total()
                    + " events were lost while recording; see underbase trace stat");
        }
        err.flush();
    }
}
