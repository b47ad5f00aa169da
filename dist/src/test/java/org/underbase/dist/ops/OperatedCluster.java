package org.underbase.dist.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.awaitility.Awaitility;
import org.underbase.testbed.network.Host;
import org.underbase.testbed.network.Network;
import org.underbase.testbed.network.Network.HostPlan;
import org.underbase.testbed.process.ClusterReaper;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.CommandResult;
import org.underbase.testbed.process.Programs;

/**
 * Machines on which an operator starts daemons with the scripts of the distribution and an unchanged configuration directory
 * of the repository. Each machine is a network namespace, so that fixed ports cannot conflict.
 */
final class OperatedCluster implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final SecureRandom RANDOM = new SecureRandom();
    /** The JVMs live for seconds: less compilation and fewer threads start faster. */
    private static final String JVM_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    /** A started daemon. */
    private record Daemon(String machine, String name, Process process, Path log) {}

    private final String id;
    private final Path conf;
    private final Path directory;
    private final ClusterReaper reaper;
    private final Map<String, Host> machines = new LinkedHashMap<>();
    private final List<Daemon> daemons = new ArrayList<>();

    /**
     * Creates the machines.
     *
     * @param name configuration in {@code conf/}
     * @param machineNames host names
     */
    OperatedCluster(String name, String... machineNames) throws IOException {
        conf = Distribution.conf(name);
        Path base = Path.of("target", "ops", name).toAbsolutePath();
        Files.createDirectories(base);
        directory = Files.createTempDirectory(base, "cluster");
        // One ID per cluster: the reaper lets no process start under the ID of a cluster that it has removed.
        id = String.format(Locale.ROOT, "%08x", RANDOM.nextInt());
        reaper = ClusterReaper.start(id, directory);
        List<HostPlan> plans = new ArrayList<>();
        for (String machine : machineNames) {
            plans.add(new HostPlan(machine, "/default-rack"));
            Files.createDirectories(data(machine));
        }
        for (Host host : Network.namespaces().open(id, reaper, plans)) {
            machines.put(host.name(), host);
        }
    }

    /** Returns the data directory of a machine's daemons. */
    Path data(String machine) {
        return directory.resolve(machine);
    }

    /** Starts a daemon and returns at once. */
    void start(String machine, String daemon) throws IOException {
        Path log = directory.getParent().resolve(machine + "-" + daemon + ".log");
        ProcessBuilder builder = builder(machine, List.of(Distribution.bin("underbase-daemon"), daemon));
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        builder.redirectInput(new File("/dev/null"));
        daemons.add(new Daemon(machine, daemon, builder.start(), log));
    }

    /** Awaits that the health check of every daemon passes. */
    void awaitHealth() {
        for (Daemon daemon : daemons) {
            String description = daemon.name + " on " + daemon.machine + ", see " + daemon.log;
            Awaitility.await(description)
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(500))
                    .failFast("the process has exited: " + description, () -> !daemon.process.isAlive())
                    .untilAsserted(() -> {
                        CommandResult health = run(daemon.machine, "underbase-health", daemon.name);
                        assertThat(health.exitCode()).as(health.out()).isZero();
                    });
        }
    }

    /** Runs a script of the distribution on a machine and awaits its exit. */
    CommandResult run(String machine, String script, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(Distribution.bin(script)));
        words.addAll(List.of(arguments));
        ProcessBuilder builder = builder(machine, words);
        Command command = Command.of(builder.command()).limit(LIMIT);
        for (Map.Entry<String, String> variable : environment(machine).entrySet()) {
            command = command.environment(variable.getKey(), variable.getValue());
        }
        return command.run();
    }

    /** Fetches a page from a process on the machine. */
    WebAnswer fetch(String machine, String address, int port, String path) throws IOException {
        return WebAnswer.fetch(machines.get(machine), address, port, path);
    }

    /** Whether a process on the machine accepts connections at an address. */
    boolean listens(String machine, String address, int port) throws IOException {
        return Command.of(machines.get(machine)
                                .onHost(List.of("bash", "-c", "exec 3<>/dev/tcp/\"$0\"/\"$1\"", address, "" + port)))
                        .run()
                        .exitCode()
                == 0;
    }

    Collection<String> machines() {
        return machines.keySet();
    }

    private ProcessBuilder builder(String machine, List<String> command) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(Programs.inSession(machines.get(machine).onHost(command)));
        builder.environment().putAll(environment(machine));
        return builder;
    }

    private Map<String, String> environment(String machine) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("UNDERBASE_CONF_DIR", conf.toString());
        environment.put("UNDERBASE_DATA_DIR", data(machine).toString());
        environment.put("UNDERBASE_JVM_OPTS", JVM_OPTIONS);
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        ClusterReaper.mark(environment, id);
        return environment;
    }

    /** Stops every process and removes machines and data; the logs stay in {@code target/ops}. */
    @Override
    public void close() throws IOException {
        reaper.cleanUp();
    }
}
