package org.underbase.tier.cli;

import org.underbase.tier.client.TierChange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tier -delete}. */
@Command(
        name = "delete",
        aliases = "-delete",
        description = {
            "Delete the replicas of a file on a tier and decrease the replication by their number. The last replicas of a "
                    + "file are never deleted."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  hdfs tier -delete /cold/2019.gz fast"},
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

    @Override
    String target() {
        return file;
    }

    @Override
    TierChange change() {
        return new TierChange.DeleteTier(tier);
    }
}
