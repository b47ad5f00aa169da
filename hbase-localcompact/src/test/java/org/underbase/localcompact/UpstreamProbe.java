package org.underbase.localcompact;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.underbase.localcompact.coordinator.CompactionCounters;
import org.underbase.localcompact.coordinator.FallbackReason;

/**
 * Listener to HBase's tests in the setting {@code local}, whose directory registers it. Each mini cluster gets three DataNodes,
 * also where the test requests fewer: one replica cannot be compared. After the tests of a class, it writes the numbers of
 * compactions to a file, which {@code UpstreamProbeCheck} reads.
 */
public final class UpstreamProbe implements TestExecutionListener {
    static final String DIRECTORY = "upstream.probe";
    static final String CLASS = "class";

    /** Code that is copied into {@code MiniDFSCluster.initMiniDFSCluster}. */
    private static final class ThreeDataNodes {
        @Advice.OnMethodEnter
        static void enter(
                @Advice.Argument(value = 1, readOnly = false) int dataNodes,
                @Advice.Argument(10) String[] racks,
                @Advice.Argument(11) String[] hosts) {
            if (racks == null && hosts == null) {
                dataNodes = Math.max(dataNodes, 3);
            }
        }
    }

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        Instrumentation jvm = ByteBuddyAgent.install();
        new AgentBuilder.Default()
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .with(AgentBuilder.Listener.StreamWriting.toSystemError().withErrorsOnly())
                .type(ElementMatchers.named("org.apache.hadoop.hdfs.MiniDFSCluster"))
                .transform((builder, type, loader, module, domain) ->
                        builder.visit(Advice.to(ThreeDataNodes.class).on(ElementMatchers.named("initMiniDFSCluster"))))
                .installOn(jvm);
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        Properties lines = new Properties();
        plan.getRoots().stream()
                .flatMap(root -> plan.getDescendants(root).stream())
                .map(TestIdentifier::getSource)
                .flatMap(source -> source.stream())
                .filter(ClassSource.class::isInstance)
                .map(source -> ((ClassSource) source).getClassName())
                .findFirst()
                .ifPresent(name -> lines.setProperty(CLASS, name));
        counts().forEach((result, count) -> lines.setProperty(result, Long.toString(count)));
        Path file = Path.of(System.getProperty(DIRECTORY), UUID.randomUUID() + ".properties");
        try {
            Files.createDirectories(file.getParent());
            try (var writer = Files.newBufferedWriter(file)) {
                lines.store(writer, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the compactions of this process by result. */
    private static Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>(OneHostCompactor.withoutServer());
        for (CompactionCounters server : OneHostService.counters()) {
            counts.merge("local", server.local(), Long::sum);
            for (FallbackReason reason : FallbackReason.values()) {
                counts.merge("fallback_" + reason, server.fallbacks(reason), Long::sum);
            }
        }
        counts.values().removeIf(count -> count == 0);
        return counts;
    }
}
