package org.underbase.tier.cli;

import org.underbase.tier.client.TierChange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tier -create}. */
@Command(
        name = "create",
        aliases = "-create",
        description = {
            "Add a replica of a file on a tier; the replication increases by one. If the tier holds a replica, nothing "
                    + "changes. With -n, add N replicas, also on a tier that holds some; a second call adds N again."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  hdfs tier -create /hot/index fast -w",
            "  hdfs tier -create /hot/index fast -n 1",
            "  hdfs tier -create -R /hot fast --dry-run"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:accepted; with -w, all replicas are placed",
            "1:failure",
            "2:invalid usage",
            "3:timeout of -w"
        })
final class CreateCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "A file, or with -R a directory.")
    private String file;

    @Parameters(index = "1", paramLabel = "TIER", description = "The tier to add.")
    private String tier;

    @Option(
            names = "-n",
            paramLabel = "N",
            description =
                    "Number of replicas of each block to add, also if the tier holds some. Default: one, if it holds none.")
    private Integer replicas;

    @Override
    String target() {
        return file;
    }

    @Override
    TierChange change() {
        return replicas == null ? new TierChange.CreateTier(tier) : new TierChange.AddReplicas(tier, replicas);
    }
}
