package org.underbase.tier.cli;

import org.underbase.tier.client.TierChange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tier -unset}. */
@Command(
        name = "unset",
        aliases = "-unset",
        description = "Remove the policy of a file or directory, so that it inherits again.",
        footerHeading = "%nExamples:%n",
        footer = {"  hdfs tier -unset /hbase/data"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:accepted; with -w, all replicas are placed",
            "1:failure",
            "2:invalid usage",
            "3:timeout of -w"
        })
final class UnsetCommand extends ChangeCommand {
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
