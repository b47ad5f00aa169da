package org.underbase.workload.cli;

import picocli.CommandLine.Command;

/** {@code underbase workload dfsio}. */
@Command(
        name = "dfsio",
        mixinStandardHelpOptions = true,
        description = {
            "Write and read files on any Hadoop file system, like Hadoop's TestDFSIO but in one process and without YARN."
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DfsioWriteCommand.class,
            DfsioReadCommand.class,
            DfsioPreadCommand.class,
            DfsioDeleteCommand.class
        },
        footer = {
            "",
            "Example:",
            "  underbase workload dfsio write --path hdfs://host:8020/bench --files 8 --size 128m",
            "  underbase workload dfsio read --path hdfs://host:8020/bench --files 8 --size 128m --verify",
            "  underbase workload dfsio pread --path hdfs://host:8020/bench --files 8 --size 128m --duration 1m",
            "  underbase workload dfsio delete --path hdfs://host:8020/bench --files 8"
        })
final class DfsioCommand {}
