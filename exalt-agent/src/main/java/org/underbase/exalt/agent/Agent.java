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

/** The agent, from its options to the first file. Loaded by the bootstrap class loader. */
public final class Agent {
    private static final List<String> PACKAGES = List.of("java.io", "java.nio", "sun.nio.ch", "sun.nio.fs");
    private static final int REFUSED = 3;
    /** A second one would undo what the first was told. */
    private static final String STARTED = "org.underbase.exalt.started";

    private Agent() {}

    /**
     * Starts it, or ends the JVM with one line that says why it cannot.
     *
     * @param arguments see {@link Options}
     * @param instrumentation of this JVM
     */
    public static void start(String arguments, Instrumentation instrumentation) {
        try {
            Options options = Options.of(arguments);
            if (System.setProperty(STARTED, "true") != null) {
                throw new RefusedException("this JVM has an exalt-agent already: one takes all directories");
            }
            install(instrumentation, options.registry() != null);
            start(options);
            if (!options.quiet()) {
                System.err.println("exalt-agent: compresses Tardis data " + where(options));
            }
        } catch (RefusedException e) {
            System.err.println("exalt-agent: " + e.getMessage());
            // Not an orderly exit: nothing has begun, and hooks of half a table must not see one.
            Runtime.getRuntime().halt(REFUSED);
        }
    }

    private static void start(Options options) throws RefusedException {
        Hooked.start(options.directories(), options.pattern(), options.verify(), options.capacity());
        if (options.registry() != null) {
            try {
                Hooked.startSockets(options.verify(), options.registry());
            } catch (IOException e) {
                throw new RefusedException("the registry " + options.registry() + " cannot be used: " + e, e);
            }
        }
        if (options.jmx()) {
            try {
                Hooked.tellStatistics();
            } catch (JMException e) {
                throw new RefusedException("the statistics cannot be registered: " + e, e);
            }
        }
        if (options.statistics().isPresent()) {
            String file = options.statistics()
                    .get()
                    .replace("%p", Long.toString(ProcessHandle.current().pid()));
            try {
                Hooked.writeStatisticsAtExit(
                        file.equals("-") ? null : Path.of(file).toAbsolutePath());
            } catch (IOException e) {
                throw new RefusedException("the statistics cannot be written to " + file + ": " + e, e);
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

    /** The library has to inject no classes, and a JVM warns of what it would do that with. */
    private static final String NO_UNSAFE = "org.underbase.exalt.weaving.safe";

    private static void install(Instrumentation instrumentation, boolean network) throws RefusedException {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new RefusedException("the agent runs on Linux");
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
            throw new RefusedException("Java " + Runtime.version() + " has not what the agent uses: " + e, e);
        }
        SelfTest.run();
    }
}
