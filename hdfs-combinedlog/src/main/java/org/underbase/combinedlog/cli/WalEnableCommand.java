package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.underbase.combinedlog.client.Placement;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase combinedlog wal enable}. */
@Command(
        name = "enable",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Sets where new WALs have their replicas: by a storage policy of HDFS, or on tiers.",
            "",
            "An hsync returns when the slowest replica has it, so all replicas belong on DataNodes with a combined log and "
                    + "the fast devices: ALL_SSD, and not ONE_SSD. Where a cluster has too few SSDs HDFS takes disks "
                    + "instead. What was set on a directory before is kept in its xattr user.underbase.combinedlog.before. "
                    + "May be repeated, also with another policy. To be run by HBase's user or HDFS's superuser."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase combinedlog wal enable --conf /etc/hadoop/conf --conf /etc/hbase/conf",
            "  underbase combinedlog wal enable --root hdfs://nn:8020/hbase --vector log=3"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:failure; what was changed until then is changed back by disable",
            "2:wrong usage",
            "3:done for the directories that are there; not all are"
        })
final class WalEnableCommand implements Callable<Integer> {
    /** At most one of them. */
    static final class Choice {
        @Option(
                names = "--policy",
                paramLabel = "NAME",
                description = "A storage policy of HDFS. Default: ALL_SSD, where no vector is given.")
        private Optional<String> policy = Optional.empty();

        @Option(
                names = "--vector",
                paramLabel = "VECTOR",
                description = "How many replicas are on which tier, as log=3. For clusters with tiers.")
        private Optional<String> vector = Optional.empty();
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
        return choice.vector.isPresent()
                ? new Placement.Vector(choice.vector.get())
                : new Placement.StoragePolicy(choice.policy.orElse(DEFAULT_POLICY));
    }
}
