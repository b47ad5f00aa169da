package org.underbase.htfs.cli;

import java.io.PrintWriter;
import org.underbase.htfs.format.Damage;
import org.underbase.htfs.format.ReadReport;

/** Says on stderr what of a trace could not be read, so that output that looks whole is not taken for it. */
final class Damages {
    private static final int SHOWN = 10;

    private Damages() {}

    static void warn(ReadReport report, String verb, PrintWriter err) {
        report.damage().stream().limit(SHOWN).map(Damage::toString).forEach(line -> err.println(verb + ": " + line));
        if (report.damages() > SHOWN) {
            err.println(verb + ": and " + (report.damages() - SHOWN) + " more; see underbase trace verify");
        }
        for (String file : report.unclosed()) {
            err.println(verb + ": " + file + ": no end mark: still being written, or its process was killed");
        }
        if (report.drops().total() > 0) {
            err.println(verb + ": " + report.drops().total() + " events were lost while recording; see underbase trace"
                    + " stat");
        }
        err.flush();
    }
}
