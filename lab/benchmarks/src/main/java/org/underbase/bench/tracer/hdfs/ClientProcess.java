package org.underbase.bench.tracer.hdfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.client.ChildJvm;

/** Starts {@link ClientMain}s. */
final class ClientProcess {
    private ClientProcess() {}

    /**
     * Starts a client.
     *
     * @param name name of the client
     * @param directory existing directory for its logs
     * @param conf directory of the cluster's client configuration
     * @param settings settings that override the configuration
     */
    static ChildJvm<Request, Slice> start(String name, Path directory, Path conf, Map<String, String> settings)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ChildJvm.java(),
                "-Xms512m",
                "-Xmx512m",
                "-XX:+UseG1GC",
                "-Djava.net.preferIPv4Stack=true",
                "-Dunderbase.log.dir=" + Files.createDirectories(directory.resolve(name + "-log")),
                "-cp",
                System.getProperty("java.class.path"),
                ClientMain.class.getName(),
                conf.toString()));
        settings.forEach((key, value) -> command.add(key + "=" + value));
        return new ChildJvm<>(
                name + " client", new ProcessBuilder(command), directory.resolve(name + ".err"), Slice.class);
    }
}
