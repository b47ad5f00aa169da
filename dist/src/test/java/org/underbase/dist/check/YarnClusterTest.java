package org.underbase.dist.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The end of a cluster with a running job: a container that outlives it writes to directories that are being deleted. */
@Tag("cluster")
class YarnClusterTest {
    @Test
    void noContainerOutlivesTheCluster() throws Exception {
        Path directory;
        try (YarnCluster cluster = YarnCluster.start()) {
            directory = cluster.directory(".");
            Configuration job = cluster.configuration();
            // The ApplicationMaster waits for a debugger.
            job.set(
                    "yarn.app.mapreduce.am.command-opts",
                    "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0");
            cluster.submit(job);
            Awaitility.await("an ApplicationMaster")
                    .atMost(Duration.ofMinutes(3))
                    .until(() -> !javaProcesses(directory).isEmpty());
        }

        assertThat(javaProcesses(directory)).isEmpty();
        assertThat(directory).doesNotExist();
    }

    /** Returns the processes of Java whose working directory is in a directory, also if that was deleted. */
    private static List<ProcessHandle> javaProcesses(Path directory) {
        String prefix = directory.normalize() + "/";
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").endsWith("/java"))
                .filter(process -> workingDirectory(process).startsWith(prefix))
                .toList();
    }

    private static String workingDirectory(ProcessHandle process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"))
                    .toString();
        } catch (IOException e) {
            // The process ended.
            return "";
        }
    }
}
