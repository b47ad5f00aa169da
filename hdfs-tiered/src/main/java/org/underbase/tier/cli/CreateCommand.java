package org.underbase.tier.cli;

import org.underbase.tier.client.TierChange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tier -create}. */
@Command(
        name = "create",
        aliases = "-create",
        description = "Add a replica of a file on a tier that has none; the replication increases by one.",
        footerHeading = "%nExamples:%n",
        footer = {"  hdfs tier -create /hot/index fast -w", "  hdfs tier -create -R /hot fast --dry-run"},
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

    @Override
    String target() {
        return file;
    }

    @Override
    TierChange change() {
        return new TierChange.CreateTier(tier);
    }
}
