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
            "Move replicas of a file from one tier to another. The replication stays the same; during the move, no block "
                    + "has fewer replicas. A second call moves the same number of replicas again; -show prints the current "
                    + "replicas."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  hdfs tier -move /logs/2024.gz fast disk -w",
            "  hdfs tier -move /logs/2024.gz disk fast -n 2",
            "  hdfs tier -move -R /logs fast disk --dry-run"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:accepted; with -w, all replicas are placed",
            "1:failure",
            "2:invalid usage",
            "3:timeout of -w"
        })
final class MoveCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "A file, or with -R a directory.")
    private String file;

    @Parameters(index = "1", paramLabel = "FROM", description = "The tier to move replicas from.")
    private String from;

    @Parameters(index = "2", paramLabel = "TO", description = "The tier to move replicas to.")
    private String to;

    @Option(
            names = "-n",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of replicas of each block. Default: ${DEFAULT-VALUE}.")
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
