package org.underbase.exalt.agent;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;

/**
 * What {@code -javaagent} starts. {@code java.base} sees only classes of the bootstrap class loader: the agent's jar is added to
 * those, and the agent is started from there.
 */
public final class Premain {
    private static final String AGENT = "org.underbase.exalt.agent.Agent";
    /** Only the agent's jar has it. */
    private static final String LIBRARY = "org/underbase/exalt/weaving/agent/builder/AgentBuilder.class";

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
        instrumentation.appendToBootstrapClassLoaderSearch(jar());
        Class.forName(AGENT, true, null)
                .getMethod("start", String.class, Instrumentation.class)
                .invoke(null, arguments, instrumentation);
    }

    /** This class may be from another jar: one of the program's own with the codec alone, which comes first on the class path. */
    private static JarFile jar() throws IOException, URISyntaxException {
        Path own = Path.of(Premain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        if (Files.isRegularFile(own)) {
            JarFile jar = new JarFile(own.toFile());
            if (jar.getEntry(LIBRARY) != null) {
                return jar;
            }
            jar.close();
        }
        URL library = ClassLoader.getSystemResource(LIBRARY);
        if (library == null) {
            throw new FileNotFoundException("exalt-agent: " + own + " is not the agent's jar, exalt-agent.jar");
        }
        return new JarFile(((JarURLConnection) library.openConnection())
                .getJarFileURL()
                .toURI()
                .getPath());
    }
}
