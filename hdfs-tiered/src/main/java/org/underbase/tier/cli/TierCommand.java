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
            "Shows and changes on which tiers of DataNodes files have their replicas.",
            "",
            "Every verb can be written as stock Hadoop's commands are, with a dash: -list is list. A change is accepted "
                    + "when the command ends: what the file should have is in the NameNode's edit log, and the replicas are "
                    + "copied in the background. With -w the command ends when they are in their places.",
        },
        subcommands = {
            ListCommand.class,
            ShowCommand.class,
            SetCommand.class,
            UnsetCommand.class,
            CreateCommand.class,
            DeleteCommand.class,
            MoveCommand.class,
            StatusCommand.class,
            ExplainCommand.class
        },
        synopsisSubcommandLabel = "VERB",
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
            "1:failure, with one line that says why",
            "2:wrong usage",
            "3:-w and the timeout passed; the change goes on in the background"
        })
public final class TierCommand implements Callable<Integer> {
    /** The exit code when a wait's timeout passed. */
    static final int TIMED_OUT = 3;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Option(names = "--json", order = 4, scope = ScopeType.INHERIT, description = "One JSON value instead of text.")
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
                "say what to do: -list, -show, -set, -unset, -create, -delete, -move, -status or -explain");
    }
}
