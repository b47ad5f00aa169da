package org.underbase.exalt.harness.cli;

import picocli.CommandLine.Command;

/** {@code underbase exalt}. */
@Command(
        name = "exalt",
        mixinStandardHelpOptions = true,
        description = {
            "Run a cluster larger than this machine: stock Hadoop, with data that takes no room.",
            "",
            "Emulated DataNodes are stock ones, many in a JVM, under an agent that compresses what clients write."
        },
        synopsisSubcommandLabel = "VERB",
        subcommands = {RunCommand.class, ReplayCommand.class, ScenarioCommand.class, ScenariosCommand.class},
        footer = {"", "What the results mean and do not: docs/exalt.md."})
public final class ExaltCommand {}
