package org.underbase.tier.cli;

import org.underbase.tier.client.TierChange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tier -unset}. */
@Command(
        name = "unset",
        aliases = "-unset",
        description = "Removes what was set on a file or directory itself, so that it inherits again.",
        footerHeading = "%nExamples:%n",
        footer = {"  hdfs tier -unset /hbase/data"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:accepted; with -w, done", "1:failure", "2:wrong usage", "3:-w and the timeout passed"})
final class UnsetCommand extends ChangeVerb {
    @Parameters(paramLabel = "PATH", description = "A file or directory.")
    private String path;

    @Override
    String target() {
        return path;
    }

    @Override
    TierChange change() {
        return new TierChange.UnsetPolicy();
    }
}
