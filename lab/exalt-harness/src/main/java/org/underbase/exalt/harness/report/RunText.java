package org.underbase.exalt.harness.report;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.underbase.exalt.harness.load.Replayed;
import org.underbase.exalt.harness.measure.Column;
import org.underbase.exalt.harness.measure.Cost;
import org.underbase.exalt.harness.measure.HBaseWork;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.run.RunResult;
import org.underbase.exalt.harness.run.TimeCompression;
import org.underbase.operator.output.TextTable;

/** Human-readable form of a result. */
public final class RunText {
    private static final double MEGA = 1e6;

    private RunText() {}

    /**
     * Formats a result: tables, fidelity report and warnings.
     *
     * @param result result of a run
     * @return text of some dozen lines
     */
    public static String of(RunResult result) {
        StringBuilder text = new StringBuilder(measured(result));
        text.append("\nfidelity:\n");
        for (Map.Entry<String, String> fact : result.fidelity().facts().entrySet()) {
            text.append("  ")
                    .append(fact.getKey())
                    .append(": ")
                    .append(fact.getValue())
                    .append('\n');
        }
        result.fidelity().settings().forEach((key, value) -> text.append("  ")
                .append(key)
                .append(" = ")
                .append(value)
                .append('\n'));
        result.fidelity()
                .differences()
                .forEach(difference -> text.append("  - ").append(difference).append('\n'));
        result.warnings()
                .forEach(warning -> text.append("WARNING: ").append(warning).append('\n'));
        return text.toString();
    }

    /** Formats the tables only. */
    static String measured(RunResult result) {
        StringBuilder text = new StringBuilder();
        String what = result.phases().get(0).load().what();
        TextTable phases = new TextTable(
                "phase",
                "seconds",
                what,
                "MB",
                "MB/s",
                what + "/s",
                "errors",
                "NN calls/s",
                "queue ms",
                "work ms",
                "busy %");
        for (Phase phase : result.phases()) {
            phases.row(
                    phase.name(),
                    fixed(phase.seconds(), 1),
                    count(phase.progress().files()),
                    count((long) (phase.progress().bytes() / MEGA)),
                    fixed(phase.megabytesPerSecond(), 1),
                    fixed(phase.filesPerSecond(), 1),
                    count(phase.progress().errors()),
                    fixed(phase.callsPerSecond(), 0),
                    fixed(phase.nameNode().get(Column.NN_QUEUE_MS), 3),
                    fixed(phase.nameNode().get(Column.NN_PROCESSING_MS), 3),
                    fixed(phase.busy(), 0));
        }
        text.append(phases).append('\n').append(processors(result)).append('\n');
        text.append(garbage(result)).append('\n');
        if (!result.profiles().isEmpty()) {
            text.append(TimeText.of(result.profiles())).append('\n');
        }
        result.phases().forEach(phase -> text.append(replayed(phase.progress().replayed())));
        if (result.phases().stream().anyMatch(phase -> phase.load().rows() != null)) {
            text.append(hbase(result)).append('\n');
        }
        text.append(
                result.space().physicalBytes() == 0
                        ? String.format("emulated DataNodes store nothing%n")
                        : String.format(
                                Locale.ROOT,
                                "emulated DataNodes store %,d MB in %,.1f MB: %,.0f to 1 (%,.1f MB of disk space including all other files)%n",
                                (long) (result.space().logicalBytes() / MEGA),
                                result.space().physicalBytes() / MEGA,
                                result.space().ratio(),
                                result.space().allocatedBytes() / MEGA));
        TimeCompression.of(result)
                .ifPresent(time -> text.append(String.format(
                        Locale.ROOT,
                        "time compression: one disk of 100 MB/s per emulated DataNode would need %,.1f s for the data written in %,.1f s: %.2f to 1%n",
                        time.diskSeconds(),
                        time.seconds(),
                        time.factor())));
        for (Phase phase : result.phases()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s: %,d MB of data sent, %,d MB including headers and other traffic on the network%n",
                    phase.name(),
                    (long) (phase.sentBytes() / MEGA),
                    (long) (phase.networkBytes() / MEGA)));
        }
        Cost cost = result.cost();
        text.append(String.format(
                Locale.ROOT,
                "an emulated DataNode takes %.1f threads, %.1f descriptors, %.1f MB of resident memory; all were live after %.0f s%n",
                cost.perNode(cost.threads()),
                cost.perNode(cost.descriptors()),
                cost.perNode(cost.residentBytes()) / MEGA,
                result.startSeconds()));
        Cost servers = result.regionServerCost();
        if (servers.nodes() > 0) {
            text.append(String.format(
                    Locale.ROOT,
                    "an emulated RegionServer takes %.1f threads, %.1f descriptors, %.1f MB of resident memory%n",
                    servers.perNode(servers.threads()),
                    servers.perNode(servers.descriptors()),
                    servers.perNode(servers.residentBytes()) / MEGA));
        }
        return text.toString();
    }

    private static TextTable garbage(RunResult result) {
        TextTable table = new TextTable("phase", "garbage collections of", "count", "ms", "ms/s").leftAligned();
        for (Phase phase : result.phases()) {
            new TreeMap<>(phase.collected())
                    .forEach((process, collected) -> table.row(
                            phase.name(),
                            process,
                            count(collected.count()),
                            fixed(collected.millis(), 0),
                            fixed(collected.millis() / phase.seconds(), 1)));
        }
        return table;
    }

    /** Formats a replay; empty without a replay. */
    private static String replayed(Replayed replayed) {
        if (replayed.equals(Replayed.NOTHING)) {
            return "";
        }
        TextTable table = new TextTable("command", "made", "rejected", "mean ms");
        replayed.commands()
                .forEach((command, calls) ->
                        table.row(command, count(calls.made()), count(calls.refused()), fixed(calls.meanMillis(), 3)));
        return table
                + String.format(
                        Locale.ROOT,
                        "%,d calls were late, by %,d ms in total; %,d entries with unsupported commands, %,d unreadable"
                                + " lines%n%n",
                        replayed.late(),
                        replayed.lateMillis(),
                        replayed.unsupported(),
                        replayed.unreadable());
    }

    private static TextTable hbase(RunResult result) {
        TextTable table = new TextTable(
                "HBase",
                "client ms",
                "regions",
                "memstores MB",
                "flushes",
                "flushed MB",
                "store files",
                "WAL MB",
                "blocked s",
                "NN creates/s");
        for (Phase phase : result.phases()) {
            HBaseWork work = phase.hbase();
            table.row(
                    phase.name(),
                    fixed(phase.clientMillis(), 2),
                    count(work.regions()),
                    count((long) (work.memstoreBytes() / MEGA)),
                    count(work.flushes()),
                    count((long) (work.flushedBytes() / MEGA)),
                    count(work.storeFiles()),
                    count((long) (work.walBytes() / MEGA)),
                    fixed(work.blockedMillis() / 1e3, 1),
                    fixed(phase.calls().getOrDefault("Create", 0L) / phase.seconds(), 2));
        }
        return table;
    }

    private static TextTable processors(RunResult result) {
        String[] groups = result.phases().get(0).cpuSeconds().keySet().toArray(String[]::new);
        String[] heads = new String[groups.length + 1];
        heads[0] = "processors";
        System.arraycopy(groups, 0, heads, 1, groups.length);
        TextTable table = new TextTable(heads);
        for (Phase phase : result.phases()) {
            String[] row = new String[heads.length];
            row[0] = phase.name();
            for (int i = 0; i < groups.length; i++) {
                row[i + 1] = fixed(phase.cpuSeconds().get(groups[i]) / phase.seconds(), 2);
            }
            table.row(row);
        }
        return table;
    }

    static String fixed(double value, int digits) {
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }

    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
