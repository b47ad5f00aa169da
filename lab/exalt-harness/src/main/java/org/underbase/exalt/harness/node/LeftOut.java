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
 * What emulated DataNodes do without and no setting turns off: by byte code, as Hadoop's classes are loaded. Each is a thread at
 * least; the web servers are thirteen threads and twenty descriptors, more than all the rest of a DataNode.
 */
public final class LeftOut {
    private static final String DATANODE = "org.apache.hadoop.hdfs.server.datanode.";
    private static final String SERVER = "org.apache.hadoop.ipc.Server";

    private static final List<Part> PARTS = List.of(
            new Part(
                    "the web servers of emulated DataNodes",
                    DATANODE + "DataNode",
                    named("startInfoServer"),
                    Nothing.class),
            new Part(
                    "the thread of each emulated DataNode that watches for pauses of the JVM",
                    "org.apache.hadoop.util.JvmPauseMonitor",
                    named("serviceStart"),
                    Nothing.class),
            new Part(
                    "the time limit of disk checks in emulated DataNodes",
                    DATANODE + "checker.ThrottledAsyncChecker",
                    isConstructor().and(takesArgument(2, long.class)),
                    NoTimeout.class),
            new Part(
                    "rates of calls among the RPC metrics of emulated DataNodes",
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

    private LeftOut() {}

    private record Part(
            String words, String type, ElementMatcher.Junction<MethodDescription> method, Class<?> advice) {}

    /**
     * What it is, in words.
     *
     * @return one entry for each
     */
    public static List<String> inWords() {
        return PARTS.stream().map(Part::words).filter(words -> !words.isEmpty()).toList();
    }

    /**
     * Writes a jar that names this class to {@code -javaagent}; the class itself is found on the class path.
     *
     * @param file of the jar
     * @throws IOException when it cannot be written
     */
    public static void writeJar(Path file) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", LeftOut.class.getName());
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
    }

    /**
     * For the JVM.
     *
     * @param arguments none
     * @param instrumentation of this JVM
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
     * Sees to it that all is left out that should be.
     *
     * @throws IOException where Hadoop has another shape
     */
    static void check() throws IOException {
        for (Part part : PARTS) {
            try {
                Class.forName(part.type());
            } catch (ClassNotFoundException e) {
                throw new IOException("Hadoop " + VersionInfo.getVersion() + " has no " + part.type(), e);
            }
            if (!WOVEN.contains(part)) {
                throw new IOException("Hadoop " + VersionInfo.getVersion() + ": " + part.type()
                        + " has not the method that leaves out " + part.words());
            }
        }
    }

    /** Skips a method. */
    static final class Nothing {
        private Nothing() {}

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static boolean enter() {
            return true;
        }
    }

    /** With a limit there is a thread that watches it. */
    static final class NoTimeout {
        private NoTimeout() {}

        @OnMethodEnter
        static void enter(@Argument(value = 2, readOnly = false) long millis) {
            millis = Math.min(millis, 0);
        }
    }

    /** Of an RPC server. */
    static final class NoUpdates {
        private NoUpdates() {}

        @OnMethodExit
        static void exit(@FieldValue("scheduledExecutorService") ScheduledExecutorService updates) {
            updates.shutdownNow();
        }
    }

    /** Of the connections of an RPC server. */
    static final class NoTimer {
        private NoTimer() {}

        @OnMethodExit
        static void exit(@FieldValue("idleScanTimer") Timer timer) {
            timer.cancel();
        }
    }
}
