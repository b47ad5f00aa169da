package org.underbase.exalt.harness.cluster;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.underbase.exalt.tardis.Tardis;

/** Where the agent's jar is. */
final class AgentJar {
    private AgentJar() {}

    /**
     * Beside the classes that this runs with, where the build has put it.
     *
     * @throws IOException when it is not there
     */
    static Path find() throws IOException {
        try {
            Path classes = Path.of(Tardis.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path agent = classes.resolveSibling("exalt-agent.jar");
            if (!Files.exists(agent)) {
                throw new IOException(agent + " is not there: build the project, mvn -DskipTests package");
            }
            return agent;
        } catch (URISyntaxException e) {
            throw new IOException("the path of exalt-agent is none: " + e.getMessage(), e);
        }
    }

    /**
     * Options of a JVM that runs under the agent.
     *
     * @param classPath without the agent's jar
     * @param arguments of the agent, without blanks
     * @throws IOException when the jar is not there
     */
    static List<String> options(String classPath, List<String> arguments) throws IOException {
        Path agent = find();
        // First: the JVM looks for the agent's class there, and the class path has it, too, without the library that
        // weaves.
        return List.of(
                "-cp",
                agent + File.pathSeparator + classPath,
                "-Xshare:off",
                "-javaagent:" + agent + "=" + String.join(",", arguments));
    }
}
