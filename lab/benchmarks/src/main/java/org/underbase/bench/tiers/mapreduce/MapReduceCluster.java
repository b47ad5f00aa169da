package org.underbase.bench.tiers.mapreduce;

import com.google.common.io.Closer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.examples.Grep;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.underbase.testbed.Node;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.client.ChildJvm;

/**
 * YARN on the nodes of an HDFS cluster: a NodeManager on each node, the ResourceManager, the JobHistoryServer and the client of
 * jobs on the client's node. Each task runs in its own JVM on its node. The files are in the cluster's directory. Not
 * thread-safe.
 */
public final class MapReduceCluster implements AutoCloseable {
    private final TestCluster hdfs;
    private final int tasksPerNode;
    private final Closer processes = Closer.create();
    private final ChildJvm<ToolRequest, ToolResult> manager;

    private MapReduceCluster(TestCluster hdfs, int tasksPerNode, Path directory) throws IOException {
        this.hdfs = hdfs;
        this.tasksPerNode = tasksPerNode;
        Path site = directory.resolve("yarn-site.xml");
        new YarnSettings(hdfs.client().address(), tasksPerNode, directory).write(site);
        manager = ChildJvm.on(
                hdfs.client(),
                ManagerMain.class,
                List.of(site.toString()),
                directory.resolve("manager.err"),
                ToolResult.class);
        processes.register(manager::close);
        try {
            startWorkers(site);
        } catch (IOException | RuntimeException e) {
            try (processes) {
                throw e;
            }
        }
    }

    /**
     * Starts YARN and waits until all NodeManagers are registered.
     *
     * @param hdfs running cluster, which must be closed later
     * @param tasksPerNode number of concurrent tasks on each node, besides the ApplicationMaster; at least 2
     * @return the cluster
     * @throws IOException if a daemon does not start
     */
    public static MapReduceCluster start(TestCluster hdfs, int tasksPerNode) throws IOException {
        if (tasksPerNode < 2) {
            throw new IllegalArgumentException("invalid number of tasks " + tasksPerNode + ": must be at least 2");
        }
        return new MapReduceCluster(hdfs, tasksPerNode, Files.createTempDirectory(hdfs.directory(), "yarn-"));
    }

    private void startWorkers(Path site) throws IOException {
        List<ChildJvm<WorkerMain.Request, String>> workers = new ArrayList<>();
        for (Node node : hdfs.nodes()) {
            Path home = Files.createDirectories(site.resolveSibling(node.name()));
            ChildJvm<WorkerMain.Request, String> worker = ChildJvm.on(
                    node, WorkerMain.class, List.of(site.toString()), home.resolve("nodemanager.err"), String.class);
            processes.register(worker::close);
            workers.add(worker);
            worker.send(new WorkerMain.Request(node.address(), home.toString()));
        }
        for (int i = 0; i < workers.size(); i++) {
            String id = workers.get(i).receive();
            String host = hdfs.nodes().get(i).address();
            // Splits name the hosts of DataNodes: with other names, no task would be local.
            if (!id.startsWith(host + ":")) {
                throw new IOException("NodeManager on " + host + " is registered as " + id);
            }
        }
    }

    /**
     * Runs a program that submits jobs, with this cluster's configuration.
     *
     * @param tool name of a class that implements {@link org.apache.hadoop.util.Tool}
     * @param arguments its arguments
     * @throws IOException if the program or one of its jobs fails; the cluster is then unusable
     */
    public ToolResult run(String tool, List<String> arguments) throws IOException {
        return manager.call(new ToolRequest(tool, arguments));
    }

    /**
     * Runs Hadoop's TeraGen with one map task on each node, as the hatS paper does.
     *
     * @param options generic options, such as {@code -DKEY=VALUE}
     * @param rows number of rows, of 100 bytes each
     * @param directory directory to create
     */
    public ToolResult teraGen(List<String> options, long rows, String directory) throws IOException {
        List<String> arguments = new ArrayList<>(options);
        arguments.add("-Dmapreduce.job.maps=" + hdfs.nodes().size());
        // All memory of a node, except an ApplicationMaster's.
        arguments.add("-Dmapreduce.map.memory.mb=" + YarnSettings.CONTAINER_MEGABYTES * tasksPerNode);
        arguments.addAll(List.of(Long.toString(rows), directory));
        return run(TeraGen.class.getName(), arguments);
    }

    /**
     * Runs Hadoop's Grep: a job that searches, and a job that sorts the matches by their number.
     *
     * @param options generic options
     * @param input directory to search
     * @param output directory to create, with lines of a number and a match
     * @param regex pattern
     * @param group group of the pattern that is counted
     */
    public ToolResult grep(List<String> options, String input, String output, String regex, int group)
            throws IOException {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of(input, output, regex, Integer.toString(group)));
        return run(Grep.class.getName(), arguments);
    }

    @Override
    public void close() throws IOException {
        processes.close();
    }
}
