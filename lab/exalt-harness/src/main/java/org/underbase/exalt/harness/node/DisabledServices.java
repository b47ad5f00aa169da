package org.underbase.exalt.harness.node;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.FieldValue;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.OnNonDefaultValue;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.util.VersionInfo;

/**
 * Services of emulated DataNodes that no setting disables: a Java agent removes them from Hadoop's classes at load time. Each saves at
 * least a thread. The web servers are 13 threads and 20 descriptors, more than the rest of a DataNode.
 */
public final class DisabledServices {
    private static final String DATANODE = "org.apache.hadoop.hdfs.server.datanode.";
    private static final String SERVER = "org.apache.hadoop.ipc.Server";

    private static final List<Part> PARTS = List.of(
            new Part(
                    "the web servers of emulated DataNodes",
                    DATANODE + "DataNode",
                    named("startInfoServer"),
                    Nothing.class),
            new Part(
                    "the JVM pause monitor of each emulated DataNode",
                    "org.apache.hadoop.util.JvmPauseMonitor",
                    named("serviceStart"),
                    Nothing.class),
            new Part(
                    "the timeout of disk checks in emulated DataNodes",
                    DATANODE + "checker.ThrottledAsyncChecker",
                    isConstructor().and(takesArgument(2, long.class)),
                    NoTimeout.class),
            new Part(
                    "call rates among the RPC metrics of emulated DataNodes",
                    SERVER,
                    isConstructor().and(takesArgument(1, int.class)),
                    NoUpdates.class),
            new Part(
                    "the timer that closes idle RPC connections to emulated DataNodes",
                    SERVER + "$ConnectionManager",
                    isConstructor(),
                    NoTimer.class),
            new Part("", SERVER + "$ConnectionManager", named("scheduleIdleScanTask"), Nothing.class));

    private static final Set<Part> WOVEN = ConcurrentHashMap.newKeySet();

    private DisabledServices() {}

    private record Part(
            String words, String type, ElementMatcher.Junction<MethodDescription> method, Class<?> advice) {}

    /**
     * Describes the disabled services.
     *
     * @return one text per service
     */
    public static List<String> inWords() {
        return PARTS.stream().map(Part::words).filter(words -> !words.isEmpty()).toList();
    }

    /**
     * Writes a jar that names this class for {@code -javaagent}; the class itself comes from the class path.
     *
     * @param file path of the jar
     * @throws IOException if the file is not writable
     */
    public static void writeJar(Path file) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", DisabledServices.class.getName());
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
    }

    /**
     * Installs the transformations; the JVM calls this.
     *
     * @param arguments none
     * @param instrumentation instrumentation of this JVM
     */
    public static void premain(String arguments, Instrumentation instrumentation) {
        AgentBuilder builder = new AgentBuilder.Default().disableClassFormatChanges();
        for (Part part : PARTS) {
            builder = builder.type(named(part.type())).transform((type, description, loader, module, domain) -> {
                if (!description.getDeclaredMethods().filter(part.method()).isEmpty()) {
                    WOVEN.add(part);
                }
                return type.visit(Advice.to(part.advice()).on(part.method()));
            });
        }
        ReportWatch.on(builder).installOn(instrumentation);
    }

    /**
     * Verifies that every service was disabled.
     *
     * @throws IOException if Hadoop lacks a class or a method
     */
    static void check() throws IOException {
        for (Part part : PARTS) {
            try {
                Class.forName(part.type());
            } catch (ClassNotFoundException e) {
                throw new IOException(
                        "unsupported Hadoop " + VersionInfo.getVersion() + ": missing class " + part.type(), e);
            }
            if (!WOVEN.contains(part)) {
                throw new IOException("unsupported Hadoop " + VersionInfo.getVersion() + ": " + part.type()
                        + " lacks the method that would disable " + part.words());
            }
        }
    }

    /** Advice that skips a method. */
    static final class Nothing {
        private Nothing() {}

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static boolean enter() {
            return true;
        }
    }

    /** Advice that removes a timeout, which needs a thread. */
    static final class NoTimeout {
        private NoTimeout() {}

        @OnMethodEnter
        static void enter(@Argument(value = 2, readOnly = false) long millis) {
            millis = Math.min(millis, 0);
        }
    }

    /** Advice for an RPC server. */
    static final class NoUpdates {
        private NoUpdates() {}

        @OnMethodExit
        static void exit(@FieldValue("scheduledExecutorService") ScheduledExecutorService updates) {
            updates.shutdownNow();
        }
    }

    /** Advice for the connections of an RPC server. */
    static final class NoTimer {
        private NoTimer() {}

        @OnMethodExit
        static void exit(@FieldValue("idleScanTimer") Timer timer) {
            timer.cancel();
        }
    }
}
