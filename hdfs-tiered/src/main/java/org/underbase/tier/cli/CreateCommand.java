package org.underbase.tier.cli;

import org.underbase.tier.client.TierChange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tier -create}. */
@Command(
        name = "create",
        aliases = "-create",
        description = "Adds a replica of a file on a tier it is not on yet: its replication grows by one.",
        footerHeading = "%nExamples:%n",
        footer = {"  hdfs tier -create /hot/index fast -w", "  hdfs tier -create -R /hot fast --dry-run"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:accepted; with -w, done", "1:failure", "2:wrong usage", "3:-w and the timeout passed"})
final class CreateCommand extends ChangeVerb {
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
