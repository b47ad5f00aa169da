package org.underbase.analysis.mapreduce.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * Processes of containers of a cluster, by their main class.
 *
 * @param directory the cluster's directory, which contains their working directories
 * @param earlier processes to ignore: an ApplicationMaster exits some seconds after its job
 */
record Containers(Path directory, Set<ProcessHandle> earlier) {
    static final String TASK = "org.apache.hadoop.mapred.YarnChild";
    static final String MASTER = "org.apache.hadoop.mapreduce.v2.app.MRAppMaster";

    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** Creates the containers that will start from now on. */
    static Containers startingIn(Path directory) {
        return new Containers(directory, ProcessHandle.allProcesses().collect(Collectors.toSet()));
    }

    /** Waits until a number of containers has started, and returns the last one. */
    ProcessHandle awaitStarted(String mainClass, int count) {
        Set<ProcessHandle> seen = new LinkedHashSet<>();
        Awaitility.await(count + " containers of " + mainClass)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    seen.addAll(running(mainClass));
                    return seen.size() >= count;
                });
        return List.copyOf(seen).get(seen.size() - 1);
    }

    private List<ProcessHandle> running(String mainClass) {
        return ProcessHandle.allProcesses()
                .filter(process -> !earlier.contains(process) && isContainer(process, mainClass))
                .toList();
    }

    private boolean isContainer(ProcessHandle process, String mainClass) {
        try {
            Path working = Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"));
            return working.startsWith(directory)
                    && process.info().command().orElse("").endsWith("/java")
                    && Stream.of(process.info().arguments().orElse(new String[0]))
                            .anyMatch(mainClass::equals);
        } catch (IOException e) {
            // The process ended, or belongs to another user.
            return false;
        }
    }
}
