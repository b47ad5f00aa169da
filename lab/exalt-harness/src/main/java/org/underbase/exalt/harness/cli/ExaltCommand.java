package org.underbase.exalt.harness.cli;

import picocli.CommandLine.Command;

/** Command {@code underbase exalt}. */
@Command(
        name = "exalt",
        mixinStandardHelpOptions = true,
        description = {
            "Run a cluster larger than this machine: stock Hadoop, with data that compresses to almost nothing.",
            "",
            "Emulated DataNodes are stock DataNodes, many per JVM, under an agent that compresses the data of clients."
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {RunCommand.class, ReplayCommand.class, ScenarioCommand.class, ScenariosCommand.class},
        footer = {"", "Validity of the results: docs/exalt.md."})
public final class ExaltCommand {}
