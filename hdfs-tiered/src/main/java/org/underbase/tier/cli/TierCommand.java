package org.underbase.tier.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code underbase tier}, {@code hdfs tier}. */
@Command(
        name = "tier",
        sortOptions = false,
        description = {
            "Show and change the tiers of DataNodes on which files have replicas.",
            "",
            "Every subcommand accepts a leading dash, as in Hadoop's commands: -list is list. When a command exits, its "
                    + "change is in the NameNode's edit log; the cluster then copies replicas in the background. With -w, the "
                    + "command waits until all replicas are placed.",
        },
        subcommands = {
            ListCommand.class,
            ShowCommand.class,
            ReplicasCommand.class,
            SetCommand.class,
            UnsetCommand.class,
            CreateCommand.class,
            DeleteCommand.class,
            MoveCommand.class,
            QuotaCommand.class,
            StatusCommand.class,
            ExplainCommand.class,
            ForgetCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  hdfs tier -list",
            "  hdfs tier -set /hbase/data fast=1,disk=2",
            "  hdfs tier -move /logs/2024.gz fast disk -w",
            "  underbase tier show --conf /etc/hadoop/conf /hbase/data"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:failure; one line states the reason",
            "2:invalid usage",
            "3:timeout of -w; the change continues in the background"
        })
public final class TierCommand implements Callable<Integer> {
    /** Exit code after the timeout of a wait. */
    static final int TIMED_OUT = 3;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Option(
            names = "--json",
            order = 4,
            scope = ScopeType.INHERIT,
            description = "Print one JSON value instead of text.")
    private boolean json;

    @Option(
            names = {"-h", "--help", "-help"},
            order = 5,
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help and exit.")
    boolean helpRequested;

    ClusterOptions cluster() {
        return cluster;
    }

    boolean json() {
        return json;
    }

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "missing command: expected -list, -show, -replicas, -set, -unset, -create, -delete, -move, -quota, -status,"
                        + " -explain or -forget");
    }
}
