package org.underbase.exalt.harness.node;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.Advice.Enter;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.Thrown;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.util.VersionInfo;

/**
 * Timer of full block reports of this JVM's DataNodes, by byte code: Hadoop's metrics exclude the time to create a report. The thread
 * that sends heartbeats creates and sends it. Thread-safe.
 */
public final class ReportWatch {
    private static final String ACTOR = "org.apache.hadoop.hdfs.server.datanode.BPServiceActor";
    private static final String DATASET = "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetImpl";

    private static final ThreadLocal<Long> MAKE = ThreadLocal.withInitial(() -> 0L);
    private static final BlockingQueue<Times> DONE = new LinkedBlockingQueue<>();
    private static final Set<String> WOVEN = ConcurrentHashMap.newKeySet();

    private ReportWatch() {}

    /**
     * Times of a report.
     *
     * @param makeNanos time to create the report, in nanoseconds
     * @param allNanos time until the NameNode's response, in nanoseconds
     * @param failed cause of a failure; null on success
     */
    record Times(long makeNanos, long allNanos, Throwable failed) {}

    static AgentBuilder on(AgentBuilder builder) {
        return weave(
                weave(builder, ACTOR, named("blockReport").and(takesArguments(long.class)), Report.class),
                DATASET,
                named("getBlockReports").and(takesArguments(String.class)),
                Make.class);
    }

    private static AgentBuilder weave(
            AgentBuilder builder,
            String type,
            ElementMatcher<? super net.bytebuddy.description.method.MethodDescription> method,
            Class<?> advice) {
        return builder.type(named(type)).transform((woven, description, loader, module, domain) -> {
            if (!description.getDeclaredMethods().filter(method).isEmpty()) {
                WOVEN.add(type);
            }
            return woven.visit(Advice.to(advice).on(method));
        });
    }

    /** Discards earlier times. */
    static void reset() throws IOException {
        for (String type : new String[] {ACTOR, DATASET}) {
            if (!WOVEN.contains(type)) {
                throw new IOException("cannot time block reports of Hadoop " + VersionInfo.getVersion() + ": " + type
                        + " lacks the method, or --full-datanodes is set");
            }
        }
        DONE.clear();
    }

    /** Awaits the end of a report. */
    static Times await(long seconds) throws IOException, InterruptedException {
        Times times = DONE.poll(seconds, TimeUnit.SECONDS);
        if (times == null) {
            throw new IOException("no block report after " + seconds + " s");
        }
        if (times.failed() != null) {
            throw new IOException("block report failed: " + times.failed(), times.failed());
        }
        return times;
    }

    /**
     * Records the time to create a report; woven code calls this.
     *
     * @param since start, of {@link System#nanoTime}
     */
    public static void made(long since) {
        MAKE.set(System.nanoTime() - since);
    }

    /**
     * Records the end of a report; woven code calls this.
     *
     * @param since start, of {@link System#nanoTime}
     * @param failed cause of a failure; null on success
     */
    public static void reported(long since, Throwable failed) {
        DONE.add(new Times(MAKE.get(), System.nanoTime() - since, failed));
    }

    /** Advice for the complete report. */
    static final class Report {
        private Report() {}

        @OnMethodEnter
        static long enter() {
            return System.nanoTime();
        }

        @OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Enter long since, @Thrown Throwable failed) {
            ReportWatch.reported(since, failed);
        }
    }

    /** Advice for its creation. */
    static final class Make {
        private Make() {}

        @OnMethodEnter
        static long enter() {
            return System.nanoTime();
        }

        @OnMethodExit
        static void exit(@Enter long since) {
            ReportWatch.made(since);
        }
    }
}
