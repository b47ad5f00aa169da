package org.underbase.workload.cli;

import picocli.CommandLine.Command;

/** {@code underbase workload}. */
@Command(
        name = "workload",
        mixinStandardHelpOptions = true,
        description = {"Load an HBase or a file system with a workload and measure it."},
        synopsisSubcommandLabel = "WORKLOAD",
        subcommands = {MessagesCommand.class, DfsioCommand.class},
        footer = {"", "The workloads are described in docs/workload-messages.md."})
public final class WorkloadCommand {}
