package org.underbase.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.underbase.analysis.figure.Format;

/** Differences between two traces that may be the cause of different numbers. */
final class Conditions {
    private static final int SHOWN = 5;

    private Conditions() {}

    static List<String> of(Side a, Side b) {
        List<String> notes = new ArrayList<>();
        if (a.sampledPercent() != b.sampledPercent()) {
            notes.add("different sampling: A contains the calls on " + Format.percent(a.sampledPercent())
                    + " of the files, B on " + Format.percent(b.sampledPercent()));
        }
        if (!a.hosts().equals(b.hosts())) {
            notes.add("different hosts: " + sets(a.hosts(), b.hosts()));
        }
        if (a.profile().isEmpty() || b.profile().isEmpty()) {
            notes.add("roles and hash keys are not compared: results of earlier runs do not contain them");
        } else {
            profiles(a.profile().get(), b.profile().get(), notes);
        }
        counts("lost calls", a.lostCalls(), b.lostCalls(), notes);
        counts("corrupt ranges", a.corruptRanges(), b.corruptRanges(), notes);
        counts("skipped files", a.skippedFiles(), b.skippedFiles(), notes);
        counts("gaps of missing segments", a.missingSegments(), b.missingSegments(), notes);
        counts("files without an end mark", a.unclosed(), b.unclosed(), notes);
        counts("pairs of skewed clocks", a.skews(), b.skews(), notes);
        return notes;
    }

    private static void profiles(Profile a, Profile b, List<String> notes) {
        if (!a.roles().equals(b.roles())) {
            notes.add("different roles: " + sets(a.roles(), b.roles()));
        }
        if (!a.hashKeys().equals(b.hashKeys())) {
            notes.add(
                    "different hash keys: files and regions have different names in A and B, so that they are not paired");
        }
    }

    private static void counts(String name, long a, long b, List<String> notes) {
        if (a > 0 || b > 0) {
            notes.add(String.format(Locale.ROOT, "%s: %,d in A, %,d in B", name, a, b));
        }
    }

    private static String sets(Set<String> a, Set<String> b) {
        Set<String> onlyA = new TreeSet<>(a);
        onlyA.removeAll(b);
        Set<String> onlyB = new TreeSet<>(b);
        onlyB.removeAll(a);
        return a.size() + " in A, " + b.size() + " in B; only in A: " + list(onlyA) + "; only in B: " + list(onlyB);
    }

    private static String list(Collection<String> names) {
        List<String> shown = names.stream()
                .limit(SHOWN)
                .map(name -> name.isEmpty() ? "(none)" : name)
                .toList();
        return names.isEmpty() ? "none" : String.join(", ", shown) + (names.size() > SHOWN ? ", ..." : "");
    }
}
