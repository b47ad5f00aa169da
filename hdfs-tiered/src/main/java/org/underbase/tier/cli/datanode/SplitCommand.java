package org.underbase.tier.cli.datanode;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.underbase.operator.output.DurationConverter;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.TextTable;
import org.underbase.tier.cli.OneLine;
import org.underbase.tier.datanode.instance.Plan;
import org.underbase.tier.datanode.instance.Site;
import org.underbase.tier.datanode.split.Limits;
import org.underbase.tier.datanode.split.NodeSplit;
import org.underbase.tier.datanode.split.Transfer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase datanode split}. */
@Command(
        name = "split",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Split the stock DataNode of this node into one DataNode per tier, without copying replicas.",
            "",
            "All directories of a DataNode have its UUID. This command gives the directories of each tier a separate"
                    + " UUID, one directory at a time, and starts the DataNodes. Before each directory, it waits until no"
                    + " block of the cluster is missing or has too few replicas. If it is interrupted or fails, run it"
                    + " again: it continues.",
            "",
            "Stop the stock DataNode first. Run the command as the DataNode's user, who must be an HDFS superuser, and"
                    + " on one node at a time."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase datanode split --dry-run",
            "  underbase datanode split --conf /etc/hadoop --timeout 1h",
            "  underbase datanode split --undo"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all directories have the DataNode of their tier, and the DataNodes are running",
            "1:invalid configuration or directory (nothing was changed), or a step failed",
            "2:invalid usage"
        })
final class SplitCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SiteOptions node;

    @Option(
            names = "--undo",
            description = "Give all directories the UUID of one DataNode, which can then continue as a stock DataNode.")
    private boolean undo;

    @Option(names = "--dry-run", description = "Validate, and print the directories that would get another DataNode.")
    private boolean dryRun;

    @Option(names = "--json", description = "Print the directories as a JSON array; progress goes to standard error.")
    private boolean json;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30m",
            converter = DurationConverter.class,
            description =
                    "Maximum time of each wait: for the redundancy of all blocks, and for the start, the stop and the"
                            + " block report of a DataNode. Default: ${DEFAULT-VALUE}.")
    private Duration timeout;

    @Option(
            names = "--max-low-redundancy",
            paramLabel = "N",
            defaultValue = "0",
            description = "Tolerate N blocks that are missing or have too few replicas for other reasons."
                    + " Default: ${DEFAULT-VALUE}.")
    private long lowRedundancy;

    @Override
    public Integer call() throws IOException {
        if (timeout.isZero()) {
            throw new ParameterException(spec.commandLine(), "invalid --timeout 0: must be positive");
        }
        if (lowRedundancy < 0) {
            throw new ParameterException(
                    spec.commandLine(), "invalid --max-low-redundancy " + lowRedundancy + ": must be at least 0");
        }
        Site site = node.site();
        Plan plan = SiteOptions.plan(site);
        NodeSplit split = new NodeSplit(
                site, plan, undo, new Limits(timeout, lowRedundancy, settle(site.conf()), Duration.ofSeconds(1)));
        List<String> problems = split.problems();
        if (!problems.isEmpty()) {
            node.report(problems);
            return 1;
        }
        List<Transfer> transfers = split.transfers();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter lines = json ? spec.commandLine().getErr() : out;
        if (dryRun) {
            out.print(json ? json(transfers, split::isNew) : table(transfers, split::isNew));
            out.flush();
            return 0;
        }
        try {
            split.run(line -> {
                lines.println("datanode split: " + line);
                lines.flush();
            });
        } catch (IOException e) {
            node.report(List.of(OneLine.of(e) + "; run this command again to continue"));
            return 1;
        }
        out.print(json ? json(transfers, uuid -> false) : result(transfers.size(), undo));
        out.flush();
        return 0;
    }

    /** Two periods at which the NameNode counts blocks with too few replicas, and a second. */
    private static Duration settle(Configuration conf) {
        return Duration.ofSeconds(1
                + 2
                        * conf.getTimeDuration(
                                DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY,
                                DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_DEFAULT,
                                TimeUnit.SECONDS));
    }

    static String result(int transfers, boolean undo) {
        String done =
                "datanode split: " + (transfers == 1 ? "1 directory" : transfers + " directories") + " transferred\n";
        return undo
                ? done + "datanode split: one DataNode has all directories: 'underbase datanode stop', then start the"
                        + " stock DataNode\n"
                : done;
    }

    private static String table(List<Transfer> transfers, Predicate<String> unknown) {
        if (transfers.isEmpty()) {
            return "no directory to transfer\n";
        }
        TextTable table = new TextTable("DIR", "FROM", "UUID", "TO", "NEW UUID").leftAligned();
        for (Transfer each : transfers) {
            table.row(
                    each.directory().toString(),
                    each.fromTier(),
                    each.fromUuid(),
                    each.toTier(),
                    unknown.test(each.toUuid()) ? "new" : each.toUuid());
        }
        return table.toString();
    }

    /** @param unknown whether a UUID is not final */
    private static String json(List<Transfer> transfers, Predicate<String> unknown) {
        ArrayNode array = JsonText.array();
        for (Transfer each : transfers) {
            array.addObject()
                    .put("directory", each.directory().toString())
                    .put("storage", each.storageId())
                    .put("fromTier", each.fromTier())
                    .put("fromUuid", each.fromUuid())
                    .put("toTier", each.toTier())
                    .put("toUuid", unknown.test(each.toUuid()) ? null : each.toUuid());
        }
        return JsonText.of(array) + "\n";
    }
}
