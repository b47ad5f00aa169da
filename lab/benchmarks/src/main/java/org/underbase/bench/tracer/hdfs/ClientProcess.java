package org.underbase.bench.tracer.hdfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.client.ChildJvm;

/** The parent's side of a {@link ClientMain}. */
final class ClientProcess {
    private ClientProcess() {}

    /**
     * Starts a client.
     *
     * @param directory for its logs; exists
     * @param settings on top of the cluster's client configuration in {@code conf}
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
