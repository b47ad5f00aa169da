package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.underbase.combinedlog.client.Placement;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code underbase combinedlog wal enable}. */
@Command(
        name = "enable",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Set the placement of new WALs by a storage policy of HDFS or by a tier vector.",
            "",
            "An hsync returns when the slowest replica is on disk, so all replicas belong on DataNodes with a combined log and "
                    + "fast devices: ALL_SSD instead of ONE_SSD. HDFS falls back to disks if a cluster has too few SSDs. The "
                    + "xattr user.underbase.combinedlog.previous of a directory contains its previous placement. The command "
                    + "can be repeated, also with another policy. Run it as HBase's user or as the HDFS superuser."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase combinedlog wal enable --conf /etc/hadoop/conf --conf /etc/hbase/conf",
            "  underbase combinedlog wal enable --root hdfs://nn:8020/hbase --vector log=3"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:failure; disable restores the directories that were already changed",
            "2:invalid usage",
            "3:success for the existing directories; some are missing"
        })
final class WalEnableCommand implements Callable<Integer> {
    /** Mutually exclusive placements. */
    static final class Choice {
        @Option(
                names = "--policy",
                paramLabel = "NAME",
                description = "Storage policy of HDFS. Default: ALL_SSD, unless --vector is given.")
        private String policy = DEFAULT_POLICY;

        @Option(
                names = "--vector",
                paramLabel = "VECTOR",
                description = "Number of replicas per tier, such as log=3. Requires tiers.")
        private String vector = "";
    }

    private static final String DEFAULT_POLICY = "ALL_SSD";

    @Spec
    private CommandSpec spec;

    @ArgGroup
    private Choice choice = new Choice();

    @Mixin
    private WalTarget target;

    @Override
    public Integer call() throws IOException {
        return target.run(
                directories -> {
                    try {
                        return directories.enable(placement());
                    } catch (IllegalArgumentException e) {
                        throw new ParameterException(spec.commandLine(), e.getMessage(), e);
                    }
                },
                true);
    }

    private Placement placement() {
        return choice.vector.isEmpty()
                ? new Placement.StoragePolicy(choice.policy)
                : new Placement.Vector(choice.vector);
    }
}
