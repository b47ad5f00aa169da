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
 * Class that {@code -javaagent} starts. {@code java.base} sees only classes of the bootstrap class loader. Therefore this class adds the
 * agent's jar to that loader and starts the agent from there.
 */
public final class Premain {
    private static final String AGENT = "org.underbase.exalt.agent.Agent";
    /** Resource that only the agent's jar contains. */
    private static final String LIBRARY = "org/underbase/exalt/weaving/agent/builder/AgentBuilder.class";

    private Premain() {}

    /**
     * Starts the agent; the JVM calls this.
     *
     * @param arguments options, see {@link Options}
     * @param instrumentation instrumentation of this JVM
     * @throws ReflectiveOperationException if the jar is incomplete
     * @throws IOException if the jar is unreadable
     * @throws URISyntaxException if the location of the jar is not a path
     */
    public static void premain(String arguments, Instrumentation instrumentation)
            throws ReflectiveOperationException, IOException, URISyntaxException {
        instrumentation.appendToBootstrapClassLoaderSearch(jar());
        Class.forName(AGENT, true, null)
                .getMethod("start", String.class, Instrumentation.class)
                .invoke(null, arguments, instrumentation);
    }

    /** Finds the agent's jar. An application jar with the codec may precede it on the class path and provide this class. */
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
            throw new FileNotFoundException("exalt-agent: expected exalt-agent.jar, found " + own);
        }
        return new JarFile(((JarURLConnection) library.openConnection())
                .getJarFileURL()
                .toURI()
                .getPath());
    }
}
