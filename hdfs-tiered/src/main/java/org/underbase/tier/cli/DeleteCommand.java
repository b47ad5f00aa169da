package org.underbase.tier.cli;

import org.underbase.tier.client.TierChange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tier -delete}. */
@Command(
        name = "delete",
        aliases = "-delete",
        description = {
            "Gives up the replicas of a file on a tier: its replication shrinks by as many. The file itself stays; when "
                    + "these are its last replicas, nothing is done."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  hdfs tier -delete /cold/2019.gz fast"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:accepted; with -w, done", "1:failure", "2:wrong usage", "3:-w and the timeout passed"})
final class DeleteCommand extends ChangeVerb {
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
