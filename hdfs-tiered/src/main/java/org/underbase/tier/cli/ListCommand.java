package org.underbase.tier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
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
            "Lists the tiers, the fastest first: DataNodes, capacity, use, load, what they served, how fast they are.",
            "",
            "Load is the number of active transceivers of all its DataNodes. Reads are replicas offered first to a "
                    + "reader, writes replicas chosen for a writer, both since the NameNode started. Read/s and write/s are the "
                    + "bandwidth of one node's devices, configured or measured; - where it is not known."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  hdfs tier -list", "  underbase tier list --json"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure, with one line that says why", "2:wrong usage"})
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
                out.println(Json.text(Json.tiers(all)));
            } else {
                print(all, out);
            }
        }
        out.flush();
        return 0;
    }

    private static void print(ClusterTiers all, PrintWriter out) {
        Table table = new Table(
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
            table.add(
                    Text.printable(one.name()),
                    String.valueOf(one.rank()),
                    String.format(Locale.ROOT, "%.2f", one.weight()),
                    String.valueOf(one.live()),
                    String.valueOf(one.dead()),
                    String.valueOf(one.usable()),
                    String.valueOf(one.racks()),
                    Text.size(one.capacity()),
                    Text.size(one.used()),
                    Text.percent(one.usedShare()),
                    Text.size(one.remaining()),
                    String.valueOf(one.replicas()),
                    String.valueOf(one.load()),
                    String.valueOf(one.readsServed()),
                    String.valueOf(one.writesServed()),
                    speed(one.profile().map(DeviceProfile::readBandwidth).orElse(OptionalLong.empty())),
                    speed(one.profile().map(DeviceProfile::writeBandwidth).orElse(OptionalLong.empty())));
        }
        table.print(out);
        out.println("Policy where none is set: " + Text.printable(all.defaultPolicy()));
        out.println("Order of replicas for readers: " + Text.printable(all.retrieval()));
        if (all.withoutTier() > 0) {
            out.println(Text.count(all.withoutTier(), "live DataNode") + " without a tier");
        }
    }

    private static String speed(OptionalLong bytesPerSecond) {
        return bytesPerSecond.isPresent() ? Text.size(bytesPerSecond.getAsLong()) : "-";
    }
}
