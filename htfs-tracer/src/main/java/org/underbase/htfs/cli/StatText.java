package org.underbase.htfs.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Damage;
import org.underbase.htfs.format.Drops;

/** A summary as tables for people. */
final class StatText {
    private static final String ROW = "%-40s %14s %12s %16s %16s %14s%n";

    private final PrintWriter out;

    StatText(PrintWriter out) {
        this.out = out;
    }

    void print(Stat stat) {
        for (SegmentFacts segment : stat.segments()) {
            segment(segment);
        }
        out.println();
        total(stat);
        table("by activity", stat.totals().activities(), Activity::label);
        table("by call", stat.totals().calls(), Call::label);
        table("by process", stat.totals().processes(), Function.identity());
        lost(stat);
    }

    private void segment(SegmentFacts segment) {
        Totals.Sum sum = segment.totals().all();
        out.printf(
                Locale.ROOT,
                "%s: %,d events in %,d bytes%s%s%n",
                segment.file(),
                sum.events(),
                segment.bytes(),
                sum.events() == 0 ? "" : ", " + EventText.time(sum.first()) + " to " + EventText.time(sum.last()),
                segment.report().complete() ? "" : ", NOT whole");
    }

    private void total(Stat stat) {
        Totals.Sum sum = stat.totals().all();
        out.printf(Locale.ROOT, "segments        %,d%n", stat.segments().size());
        if (sum.events() > 0) {
            out.printf(
                    Locale.ROOT,
                    "span            %s to %s, %.3f s%n",
                    EventText.time(sum.first()),
                    EventText.time(sum.last()),
                    (sum.last() - sum.first()) / 1e9);
            out.printf(
                    Locale.ROOT,
                    "size            %,d bytes, %.2f an event%n",
                    stat.bytesOnDisk(),
                    stat.bytesOnDisk() / (double) sum.events());
        }
        out.printf(Locale.ROOT, "events          %,d, %,d of them threw an exception%n", sum.events(), sum.errors());
        out.printf(Locale.ROOT, "bytes read      %,d%n", sum.bytesRead());
        out.printf(Locale.ROOT, "bytes written   %,d%n", sum.bytesWritten());
    }

    private <K> void table(String title, Map<K, Totals.Sum> rows, Function<K, String> name) {
        out.println();
        out.printf(ROW, title, "events", "errors", "bytes read", "bytes written", "time s");
        rows.entrySet().stream()
                .sorted((a, b) ->
                        Long.compare(b.getValue().events(), a.getValue().events()))
                .forEach(row -> row(name.apply(row.getKey()), row.getValue()));
    }

    private void row(String name, Totals.Sum sum) {
        out.printf(
                Locale.ROOT,
                ROW,
                name,
                String.format(Locale.ROOT, "%,d", sum.events()),
                String.format(Locale.ROOT, "%,d", sum.errors()),
                String.format(Locale.ROOT, "%,d", sum.bytesRead()),
                String.format(Locale.ROOT, "%,d", sum.bytesWritten()),
                String.format(Locale.ROOT, "%.3f", sum.nanos() / 1e9));
    }

    private void lost(Stat stat) {
        out.println();
        Drops drops = stat.report().drops();
        if (stat.report().complete() && stat.missing().isEmpty()) {
            out.println("nothing is missing");
            return;
        }
        out.printf(
                Locale.ROOT,
                "lost while recording: %,d events (ring full %,d, write errors %,d, size cap %,d)%n",
                drops.total(),
                drops.full(),
                drops.writeError(),
                drops.sizeCap());
        out.printf(
                Locale.ROOT, "missing or damaged places: %,d%n", stat.report().damages());
        stat.report().damage().stream().map(Damage::toString).forEach(line -> out.println("  " + line));
        stat.report()
                .unclosed()
                .forEach(file ->
                        out.println("  " + file + ": no end mark: still being written, or its process was killed"));
        stat.missing().forEach(line -> out.println("  " + line));
    }
}
