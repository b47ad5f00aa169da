package org.underbase.workload.cli;

import picocli.CommandLine.Command;

/** {@code underbase workload messages}. */
@Command(
        name = "messages",
        mixinStandardHelpOptions = true,
        description = {
            "Run Facebook Messages on HBase (Harter et al., FAST '14): one row per user, eight column families,"
                    + " 60% gets, 34% puts, 6% deletes."
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            MessagesLoadCommand.class,
            MessagesRunCommand.class,
            MessagesVerifyCommand.class,
            MessagesDropCommand.class
        },
        footer = {
            "",
            "Example:",
            "  underbase workload messages load --conf CONF_DIR --users 10000",
            "  underbase workload messages run --conf CONF_DIR --duration 5m --verify",
            "  underbase workload messages drop --conf CONF_DIR"
        })
final class MessagesCommand {}
