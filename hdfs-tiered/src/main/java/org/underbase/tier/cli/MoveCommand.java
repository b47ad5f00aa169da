package org.underbase.tier.cli;

import org.underbase.tier.client.TierChange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tier -move}. */
@Command(
        name = "move",
        aliases = "-move",
        description = {
            "Moves replicas of a file from one tier to another. Its replication stays, and no block has fewer replicas "
                    + "meanwhile. A second call moves so many more: what a file has is shown by -show."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  hdfs tier -move /logs/2024.gz fast disk -w",
            "  hdfs tier -move /logs/2024.gz disk fast -n 2",
            "  hdfs tier -move -R /logs fast disk --dry-run"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:accepted; with -w, done", "1:failure", "2:wrong usage", "3:-w and the timeout passed"})
final class MoveCommand extends ChangeVerb {
    @Parameters(index = "0", paramLabel = "FILE", description = "A file, or with -R a directory.")
    private String file;

    @Parameters(index = "1", paramLabel = "FROM", description = "The tier to take replicas from.")
    private String from;

    @Parameters(index = "2", paramLabel = "TO", description = "The tier to take them to.")
    private String to;

    @Option(
            names = "-n",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many replicas of each block. Default: ${DEFAULT-VALUE}.")
    private int replicas;

    @Override
    String target() {
        return file;
    }

    @Override
    TierChange change() {
        return new TierChange.MoveTier(from, to, replicas);
    }
}
