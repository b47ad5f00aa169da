package org.underbase.htfs.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Drops;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.TextTable;

/** Text format of a summary. */
final class StatText {
    private final PrintWriter out;

    StatText(PrintWriter out) {
        this.out = out;
    }

    void print(Stat stat) {
        for (SegmentSummary segment : stat.segments()) {
            segment(segment);
        }
        out.println();
        total(stat);
        table("by activity", stat.totals().activities(), Activity::label);
        table("by call", stat.totals().calls(), Call::label);
        table("by process", stat.totals().processes(), PrintableText::of);
        missing(stat);
    }

    private void segment(SegmentSummary segment) {
        Totals.Sum sum = segment.totals().all();
        out.printf(
                Locale.ROOT,
                "%s: %,d events in %,d bytes%s%s%n",
                segment.file(),
                sum.events(),
                segment.bytes(),
                sum.events() == 0 ? "" : ", " + EventText.time(sum.first()) + " to " + EventText.time(sum.last()),
                segment.report().complete() ? "" : ", INCOMPLETE");
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
                    "size            %,d bytes, %.2f per event%n",
                    stat.bytesOnDisk(),
                    stat.bytesOnDisk() / (double) sum.events());
        }
        out.printf(Locale.ROOT, "events          %,d, %,d of them threw an exception%n", sum.events(), sum.errors());
        out.printf(Locale.ROOT, "bytes read      %,d%n", sum.bytesRead());
        out.printf(Locale.ROOT, "bytes written   %,d%n", sum.bytesWritten());
    }

    private <K> void table(String title, Map<K, Totals.Sum> sums, Function<K, String> name) {
        TextTable table = new TextTable(title, "events", "errors", "bytes read", "bytes written", "time s");
        sums.entrySet().stream()
                .sorted((a, b) ->
                        Long.compare(b.getValue().events(), a.getValue().events()))
                .forEach(entry -> row(table, name.apply(entry.getKey()), entry.getValue()));
        out.println();
        table.print(out);
    }

    private static void row(TextTable table, String name, Totals.Sum sum) {
        table.row(
                name,
                count(sum.events()),
                count(sum.errors()),
                count(sum.bytesRead()),
                count(sum.bytesWritten()),
                String.format(Locale.ROOT, "%.3f", sum.nanos() / 1e9));
    }

    private static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String losses(Drops drops) {
        return count(drops.total()) + " events, which moved " + count(drops.totalBytes()) + " bytes"
                + (drops.total() == 0 ? "" : ": " + drops);
    }

    private void missing(Stat stat) {
        out.println();
        if (stat.report().complete() && stat.missing().isEmpty()) {
            out.println("the traces are complete");
            return;
        }
        out.println("lost while recording: " + losses(stat.report().drops()));
        out.printf(
                Locale.ROOT, "missing or corrupt ranges: %,d%n", stat.report().corruptRangeCount());
        stat.report().corruptRanges().forEach(range -> out.println("  " + range));
        stat.report()
                .unclosed()
                .forEach(file -> out.println(
                        "  " + file + ": no end mark: it is still being written, or its process was killed"));
        stat.missing().forEach(line -> out.println("  " + line));
    }
}
