package org.underbase.tier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.SizeText;
import org.underbase.operator.output.TextTable;
import org.underbase.tier.client.ClusterTiers;
import org.underbase.tier.client.DeviceProfile;
import org.underbase.tier.client.TierReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tier -list}. */
@Command(
        name = "list",
        aliases = "-list",
        description = {
            "List the tiers, the fastest first: DataNodes, capacity, usage, load, served reads and writes, bandwidth.",
            "",
            "Load is the number of active xceivers of all DataNodes. Reads counts the replicas offered first to a reader, "
                    + "Writes the replicas chosen for a writer, since the NameNode started. Read/s and Write/s are the "
                    + "configured or measured bandwidth of one node's devices; - if unknown.",
            "",
            "For the superuser, the quotas of directories follow (see quota), and a warning follows for each entry of dfs.tier.map.file that matches no registered DataNode: "
                    + "it has no effect."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  hdfs tier -list", "  underbase tier list --json"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure; one line states the reason", "2:invalid usage"})
final class ListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TierCommand tier;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        try (Session session = Session.open(tier.cluster())) {
            ClusterTiers all = session.tiers().clusterTiers();
            if (tier.json()) {
                out.println(JsonText.of(Json.tiers(all)));
            } else {
                print(all, out);
            }
        }
        out.flush();
        return 0;
    }

    private static void print(ClusterTiers all, PrintWriter out) {
        TextTable table = new TextTable(
                "Tier",
                "Rank",
                "Weight",
                "Live",
                "Dead",
                "Usable",
                "Racks",
                "Capacity",
                "Used",
                "Used%",
                "Remaining",
                "Replicas",
                "Load",
                "Reads",
                "Writes",
                "Read/s",
                "Write/s");
        for (TierReport one : all.tiers()) {
            table.row(
                    PrintableText.of(one.name()),
                    String.valueOf(one.rank()),
                    String.format(Locale.ROOT, "%.2f", one.weight()),
                    String.valueOf(one.live()),
                    String.valueOf(one.dead()),
                    String.valueOf(one.usable()),
                    String.valueOf(one.racks()),
                    SizeText.of(one.capacity()),
                    SizeText.of(one.used()),
                    Text.percent(one.usedFraction()),
                    SizeText.of(one.remaining()),
                    String.valueOf(one.replicas()),
                    String.valueOf(one.load()),
                    String.valueOf(one.readsServed()),
                    String.valueOf(one.writesServed()),
                    speed(one.profile().map(DeviceProfile::readBandwidth).orElse(OptionalLong.empty())),
                    speed(one.profile().map(DeviceProfile::writeBandwidth).orElse(OptionalLong.empty())));
        }
        table.print(out);
        out.println("Default policy: " + PrintableText.of(all.defaultPolicy()));
        out.println("Retrieval order: " + PrintableText.of(all.retrieval()));
        if (all.withoutTier() > 0) {
            out.println(PrintableText.count(all.withoutTier(), "live DataNode") + " without a tier");
        }
        if (!all.quotas().isEmpty()) {
            QuotaCommand.print(all.quotas(), out);
        }
        if (!all.quotasComplete()) {
            out.println("The NameNode still searches for directories with quotas");
        }
        for (String entry : all.unmatchedMapEntries()) {
            out.println("Warning: entry '" + PrintableText.of(entry)
                    + "' of the tier map matches no registered DataNode;" + " use the transfer address");
        }
    }

    private static String speed(OptionalLong bytesPerSecond) {
        return bytesPerSecond.isPresent() ? SizeText.of(bytesPerSecond.getAsLong()) : "-";
    }
}
