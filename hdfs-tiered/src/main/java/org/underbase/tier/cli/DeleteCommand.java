package org.underbase.tier.cli;

import org.underbase.tier.client.TierChange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tier -delete}. */
@Command(
        name = "delete",
        aliases = "-delete",
        description = {
            "Delete all replicas of a file on a tier and decrease the replication by their number. With -n, delete N of "
                    + "them; a second call deletes N again. The last replicas of a file are never deleted."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  hdfs tier -delete /cold/2019.gz fast", "  hdfs tier -delete /cold/2019.gz disk -n 1"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:accepted; with -w, all replicas are placed",
            "1:failure",
            "2:invalid usage",
            "3:timeout of -w"
        })
final class DeleteCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "A file, or with -R a directory.")
    private String file;

    @Parameters(index = "1", paramLabel = "TIER", description = "The tier to leave.")
    private String tier;

    @Option(
            names = "-n",
            paramLabel = "N",
            description = "Number of replicas of each block to delete; the tier must hold at least N. Default: all.")
    private Integer replicas;

    @Override
    String target() {
        return file;
    }

    @Override
    TierChange change() {
        return replicas == null ? new TierChange.DeleteTier(tier) : new TierChange.RemoveReplicas(tier, replicas);
    }
}
