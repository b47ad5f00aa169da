package org.underbase.workload.cli;

import picocli.CommandLine.Command;

/** {@code underbase workload}. */
@Command(
        name = "workload",
        mixinStandardHelpOptions = true,
        description = {"Run a workload on HBase or a file system and measure it."},
        synopsisSubcommandLabel = "WORKLOAD",
        subcommands = {MessagesCommand.class, DfsioCommand.class},
        footer = {"", "Guide: docs/workload-messages.md."})
public final class WorkloadCommand {}
