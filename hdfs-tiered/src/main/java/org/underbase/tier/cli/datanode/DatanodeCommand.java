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
        description = "Start, stop and list the DataNodes of this node, one for each of its tiers.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {StartCommand.class, StopCommand.class, StatusCommand.class},
        footer = {
            "",
            "One hdfs-site.xml describes all DataNodes of a node. The node runs the tiers of dfs.tier.names for which"
                    + " dfs.tier.<tier>.datanode.data.dir is set. Each is a process of its own: every"
                    + " dfs.tier.<tier>.datanode.X is its dfs.datanode.X, dfs.tier.id is the tier, and"
                    + " dfs.datanode.plugins has the plug-in that announces it. address, http.address and ipc.address"
                    + " must be set for each tier of a node with more than one. The derived hdfs-site.xml is beside the"
                    + " pid file and is written anew by every start, also of a DataNode that runs:"
                    + " 'dfsadmin -reconfig' finds it there.",
            "",
            "Example, in hdfs-site.xml, each as a property:",
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
            "  UNDERBASE_CONF_DIR, HADOOP_CONF_DIR  the configuration directory, when --conf is not given",
            "  HADOOP_PID_DIR, HADOOP_LOG_DIR       for pid and log files (default: run in UNDERBASE_DATA_DIR and the"
                    + " launcher's log directory)",
            "  HADOOP_IDENT_STRING                  in the names of these files (default: the user)",
            "  UNDERBASE_HEAP                       maximum heap of each DataNode (default: 256m)",
            "  HADOOP_DATANODE_OPTS                 more options for their JVMs",
            "  HADOOP_DAEMON_ROOT_LOGGER            for Hadoop's log4j.properties (default: INFO,RFA)",
            "  HADOOP_STOP_TIMEOUT                  seconds between TERM and KILL (default: 5)"
        })
public final class DatanodeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "name a verb: start, stop or status");
    }
}
