package org.underbase.exalt.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.jar.JarFile;

/**
 * What {@code -javaagent} starts. {@code java.base} sees only classes of the bootstrap class loader: the agent's jar is added to
 * those, and the agent is started from there.
 */
public final class Premain {
    private static final String AGENT = "org.underbase.exalt.agent.Agent";

    private Premain() {}

    /**
     * For the JVM.
     *
     * @param arguments see {@link Options}
     * @param instrumentation of this JVM
     * @throws ReflectiveOperationException where the jar is not whole
     * @throws IOException where it cannot be read
     * @throws URISyntaxException where its path is no path
     */
    public static void premain(String arguments, Instrumentation instrumentation)
            throws ReflectiveOperationException, IOException, URISyntaxException {
        Path jar = Path.of(Premain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar.toFile()));
        Class.forName(AGENT, true, null)
                .getMethod("start", String.class, Instrumentation.class)
                .invoke(null, arguments, instrumentation);
    }
}
