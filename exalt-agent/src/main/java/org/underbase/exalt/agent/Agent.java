package org.underbase.exalt.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.JMException;
import org.underbase.exalt.runtime.Hooked;

/** Entry point of the agent in the bootstrap class loader: reads the options, installs the hooks and starts compression. */
public final class Agent {
    private static final List<String> PACKAGES = List.of("java.io", "java.nio", "sun.nio.ch", "sun.nio.fs");
    private static final int STARTUP_FAILED = 3;
    /** System property that is set by the first agent: a second one would overwrite the settings of the first. */
    private static final String STARTED = "org.underbase.exalt.started";

    private Agent() {}

    /**
     * Starts the agent, or halts the JVM with a one-line reason if that is impossible.
     *
     * @param arguments options, see {@link Options}
     * @param instrumentation instrumentation of this JVM
     */
    public static void start(String arguments, Instrumentation instrumentation) {
        try {
            Options options = Options.of(arguments);
            if (System.setProperty(STARTED, "true") != null) {
                throw new AgentStartupException(
                        "this JVM already has an exalt-agent: list all directories in one agent");
            }
            install(instrumentation, options.registry() != null);
            start(options);
            if (!options.quiet()) {
                System.err.println("exalt-agent: compresses Tardis data " + where(options));
            }
        } catch (AgentStartupException e) {
            System.err.println("exalt-agent: " + e.getMessage());
            // No System.exit: shutdown hooks would run with a partly instrumented JDK.
            Runtime.getRuntime().halt(STARTUP_FAILED);
        }
    }

    private static void start(Options options) throws AgentStartupException {
        Hooked.start(options.directories(), options.pattern(), options.verify(), options.capacity());
        if (options.registry() != null) {
            try {
                Hooked.startSockets(options.verify(), options.registry());
            } catch (IOException e) {
                throw new AgentStartupException("cannot use registry " + options.registry() + ": " + e, e);
            }
        }
        if (options.jmx()) {
            try {
                Hooked.registerStatistics();
            } catch (JMException e) {
                throw new AgentStartupException("cannot register the statistics: " + e, e);
            }
        }
        if (!options.statistics().isEmpty()) {
            String file = options.statistics()
                    .replace("%p", Long.toString(ProcessHandle.current().pid()));
            try {
                Hooked.writeStatisticsAtExit(
                        file.equals("-") ? null : Path.of(file).toAbsolutePath());
            } catch (IOException e) {
                throw new AgentStartupException("cannot write statistics to " + file + ": " + e, e);
            }
        }
    }

    private static String where(Options options) {
        List<String> all = new ArrayList<>();
        if (!options.directories().isEmpty()) {
            all.add("below " + options.directories());
        }
        if (options.registry() != null) {
            all.add("between the processes of " + options.registry());
        }
        return String.join(" and ", all);
    }

    /** Property of ByteBuddy: class injection is not needed, and sun.misc.Unsafe would cause a JVM warning. */
    private static final String NO_UNSAFE = "org.underbase.exalt.weaving.safe";

    private static void install(Instrumentation instrumentation, boolean network) throws AgentStartupException {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new AgentStartupException("unsupported operating system: the agent needs Linux");
        }
        Module base = Object.class.getModule();
        Module own = Agent.class.getModule();
        Map<String, Set<Module>> open = new HashMap<>();
        PACKAGES.forEach(each -> open.put(each, Set.of(own)));
        instrumentation.redefineModule(base, Set.of(own), open, open, Set.of(), Map.of());
        System.setProperty(NO_UNSAFE, "true");
        try {
            Hooked.prepare();
            new Weaver(HookTable.of(Runtime.version().feature(), Hooked.dispatcher(), network))
                    .install(instrumentation);
        } catch (ReflectiveOperationException e) {
            throw new AgentStartupException(
                    "unsupported Java " + Runtime.version() + ": " + e + "; use Java 17, 21 or 25", e);
        }
        SelfTest.run();
    }
}
