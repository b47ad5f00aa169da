package org.underbase.exalt.harness.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.underbase.testbed.ClusterException;
import org.underbase.testbed.Node;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.client.ChildProcess;
import org.underbase.testbed.feature.ExaltAgentJar;
import org.underbase.testbed.process.Programs;

/** Launcher of the JVMs of emulated nodes and clients, with the options of the agent. Immutable. */
final class JvmLauncher {
    private static final List<String> CAUSES =
            List.of("EmulatedDataNodes: ", "EmulatedRegionServers: ", "exalt-agent: ");

    private final String classPath;
    private final String verify;
    private final String capacity;
    /** Options of the agent that frame connections; empty without frames. */
    private final List<String> frames;

    JvmLauncher(TestCluster cluster, ClusterOptions options) {
        // The testbed unpacks the web pages once, into the directory "web".
        classPath = String.join(
                File.pathSeparator,
                cluster.clientConfigurationDirectory().toString(),
                cluster.directory().resolve("web").toString(),
                System.getProperty("java.class.path"));
        verify = options.verifyOption();
        capacity = "capacity=" + options.capacity();
        frames = options.frames() ? List.of("registry=" + cluster.directory().resolve("registry")) : List.of();
    }

    /**
     * Returns the options of a JVM that compresses the blocks in a directory, and frames connections if the cluster has frames.
     *
     * @param directory directory of DataNodes
     * @return options of the JVM
     */
    List<String> compressing(Path directory) {
        List<String> options = new ArrayList<>(List.of("directories=" + directory, "pattern=/blk_", capacity, verify));
        options.addAll(frames);
        return withAgent(options);
    }

    /**
     * Returns the options of a JVM that frames connections; without frames it has no agent.
     *
     * @return options of the JVM
     */
    List<String> framing() {
        if (frames.isEmpty()) {
            return List.of("-cp", classPath);
        }
        List<String> options = new ArrayList<>(frames);
        options.add(verify);
        return withAgent(options);
    }

    private List<String> withAgent(List<String> arguments) {
        // Lines of the agent on standard error are causes of an exit, except its startup message.
        List<String> options = new ArrayList<>(arguments);
        options.add("quiet=true");
        Path agent = ExaltAgentJar.find();
        // The jar comes first: the class path also has the agent's classes without the library that instruments.
        List<String> result = new ArrayList<>(List.of("-cp", agent + File.pathSeparator + classPath));
        result.addAll(List.of(ExaltAgentJar.options(agent, String.join(",", options))));
        return result;
    }

    /**
     * Starts a JVM.
     *
     * @param name name for messages
     * @param node node that the JVM runs on
     * @param options options of the JVM, which override the common ones
     * @param main class with the {@code main} method
     * @param arguments arguments of {@code main}
     * @param errors file that standard error is appended to
     * @param listener receiver of the lines of standard output
     * @return the process, which exits with the cluster at the latest
     * @throws IOException if it cannot be started
     */
    static ChildProcess start(
            String name,
            Node node,
            List<String> options,
            Class<?> main,
            List<String> arguments,
            Path errors,
            Consumer<String> listener)
            throws IOException {
        List<String> command = new ArrayList<>(node.javaCommand(main.getName(), arguments));
        // After java and its file of options, so that these options win.
        command.addAll(2, options);
        return ChildProcess.start(name, node.processBuilder(Programs.inSession(command)), errors, CAUSES, listener);
    }

    /**
     * Checks that a process runs.
     *
     * @param process process of the cluster
     * @throws ClusterException if it has exited, with the cause
     */
    static void check(ChildProcess process) throws IOException {
        if (!process.alive()) {
            IOException died = process.died();
            // Ends every wait of the await kit.
            throw new ClusterException(died.getMessage(), died);
        }
    }
}
