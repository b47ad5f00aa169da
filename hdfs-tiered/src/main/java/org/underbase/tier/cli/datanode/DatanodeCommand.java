package org.underbase.tier.cli.datanode;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase datanode}: the DataNodes of this node. */
@Command(
        name = "datanode",
        mixinStandardHelpOptions = true,
        description = "Start, stop, list and split the DataNodes of this node, one per tier.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {StartCommand.class, StopCommand.class, StatusCommand.class, SplitCommand.class},
        footer = {
            "",
            "One hdfs-site.xml describes all DataNodes of a node. The node runs the tiers of dfs.tier.names for which"
                    + " dfs.tier.<tier>.datanode.data.dir is set, each as a separate process:"
                    + " dfs.tier.<tier>.datanode.X becomes its dfs.datanode.X, dfs.tier.id is the tier, and"
                    + " dfs.datanode.plugins contains the plug-in that announces it. On a node with several tiers, set"
                    + " address, http.address and ipc.address for each. Every start writes the derived hdfs-site.xml to the"
                    + " directory of the pid file, also for a running DataNode: 'dfsadmin -reconfig' reads it there.",
            "",
            "Example, as properties in hdfs-site.xml:",
            "  dfs.tier.names                       fast,disk",
            "  dfs.tier.fast.datanode.data.dir      /ssd/data",
            "  dfs.tier.fast.datanode.address       0.0.0.0:9866",
            "  dfs.tier.fast.datanode.http.address  0.0.0.0:9864",
            "  dfs.tier.fast.datanode.ipc.address   0.0.0.0:9867",
            "  dfs.tier.disk.datanode.data.dir      /disk1/data,/disk2/data",
            "  dfs.tier.disk.datanode.address       0.0.0.0:9876",
            "  dfs.tier.disk.datanode.http.address  0.0.0.0:9874",
            "  dfs.tier.disk.datanode.ipc.address   0.0.0.0:9877",
            "",
            "Optional: dfs.tier.<tier>.pid.dir, .log.dir and .jvm.options, such as -Xmx4g.",
            "",
            "Environment:",
            "  UNDERBASE_CONF_DIR, HADOOP_CONF_DIR  configuration directory without --conf",
            "  HADOOP_PID_DIR, HADOOP_LOG_DIR       directories of pid and log files (default: run in UNDERBASE_DATA_DIR and the"
                    + " launcher's log directory)",
            "  HADOOP_IDENT_STRING                  part of the names of these files (default: the user)",
            "  UNDERBASE_HEAP                       maximum heap of each DataNode (default: 256m)",
            "  HADOOP_DATANODE_OPTS                 additional JVM options",
            "  HADOOP_DAEMON_ROOT_LOGGER            value for Hadoop's log4j.properties (default: INFO,RFA)",
            "  HADOOP_STOP_TIMEOUT                  seconds between TERM and KILL (default: 5)"
        })
public final class DatanodeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "missing command: expected start, stop, status or split");
    }
}
