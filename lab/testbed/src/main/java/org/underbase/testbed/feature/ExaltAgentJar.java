package org.underbase.testbed.feature;

import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;

/** Jar of the Exalt agent, which the build writes next to the classes of module {@code exalt-agent}. */
public final class ExaltAgentJar {
    static final String CLASS = "org.underbase.exalt.tardis.Tardis";

    private static final String JAR = "exalt-agent.jar";
    private static final String RESOURCE = CLASS.replace('.', '/') + ".class";

    private ExaltAgentJar() {}

    /**
     * Finds the jar next to the classes or the module's jar that this JVM uses.
     *
     * @return path of the jar. It must be the first entry of the class path of a JVM with the agent: the module's own
     *     classes lack the library that instruments.
     * @throws IllegalArgumentException if it does not exist
     */
    public static Path find() {
        URL url = ExaltAgentJar.class.getClassLoader().getResource(RESOURCE);
        if (url == null) {
            throw new IllegalArgumentException("missing class " + CLASS + ": add module exalt-agent to the class path");
        }
        String location = url.toString();
        String root = location.substring(0, location.length() - RESOURCE.length());
        if (root.startsWith("jar:")) {
            root = root.substring("jar:".length(), root.length() - "!/".length());
        }
        Path classes = Path.of(URI.create(root));
        Path jar = classes.getFileName().toString().equals(JAR) ? classes : classes.resolveSibling(JAR);
        if (!Files.exists(jar)) {
            throw new IllegalArgumentException("missing " + jar + ": build it with ./underbase build");
        }
        return jar;
    }

    /**
     * Returns the JVM options that start the agent.
     *
     * @param agent path of the jar
     * @param arguments options of the agent, {@code key=value} separated by commas
     * @return options without the class path
     */
    public static String[] options(Path agent, String arguments) {
        return new String[] {"-Xshare:off", "-javaagent:" + agent + "=" + arguments};
    }
}
