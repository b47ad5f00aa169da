package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.underbase.testbed.ClusterPlan.DaemonPlan;
import org.underbase.testbed.network.Host;
import org.underbase.testbed.process.ClusterReaper;
import org.underbase.testbed.process.ExitCode;
import org.underbase.testbed.process.ProcessIdentity;
import org.underbase.testbed.process.Programs;

/** Launcher of daemons from their directories. Thread-safe. */
final class DaemonLauncher {
    private final String id;
    /** Processes that this JVM started: only their exit codes are known. */
    private final Map<DaemonPlan, Process> children = new ConcurrentHashMap<>();

    /** @param id id of the cluster, which the environment of every process contains */
    DaemonLauncher(String id) {
        this.id = id;
    }

    /**
     * Starts the daemon.
     *
     * @param options additional arguments of the main class
     */
    ProcessIdentity start(DaemonPlan daemon, Host host, List<String> options) throws IOException {
        List<String> arguments = new ArrayList<>(daemon.role().arguments());
        if (daemon.role() == Role.ZOOKEEPER) {
            arguments.add(daemon.conf().resolve("zoo.cfg").toString());
        }
        arguments.addAll(options);
        Process process = launch(daemon, host, arguments);
        children.put(daemon, process);
        // The pid of a process that exits at once stays reserved until this JVM waits for it.
        return ProcessIdentity.of(process.pid()).orElse(new ProcessIdentity(process.pid(), -1));
    }

    /** Runs the daemon's main class with other arguments and the daemon's JVM options. */
    Process launch(DaemonPlan daemon, Host host, List<String> arguments) throws IOException {
        JavaArguments java = new JavaArguments(daemon.home().resolve("java.args"));
        // As Hadoop's and HBase's scripts, so that the daemon and its tools recognize it.
        List<String> command = java.command(
                List.of("-Dproc_" + daemon.role().id()), daemon.role().mainClass(), arguments);
        ProcessBuilder builder = new ProcessBuilder(Programs.inSession(host.onHost(command)));
        builder.directory(daemon.home().toFile());
        // Containers of YARN start the Java that this variable names.
        builder.environment().putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
        builder.redirectInput(Path.of("/dev/null").toFile());
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(daemon.out().toFile()));
        return ClusterReaper.launch(builder, id);
    }

    /** Describes the exit of a daemon. */
    String exit(DaemonPlan daemon) {
        Process process = children.get(daemon);
        return process == null ? "exit code unknown" : ExitCode.of(process);
    }
}
