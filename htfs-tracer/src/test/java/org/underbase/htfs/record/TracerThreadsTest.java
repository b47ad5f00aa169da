package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tracer's threads inherit nothing from the thread that starts the tracer. */
class TracerThreadsTest {
    private static final InheritableThreadLocal<String> REQUEST = new InheritableThreadLocal<>();

    @TempDir
    Path dir;

    @Test
    void nothingOfTheFirstCallerIsInherited() throws Exception {
        CompletableFuture<List<Object>> seen = new CompletableFuture<>();
        ThreadGroup group = new ThreadGroup("application");
        inApplication(group, () -> TracerThreads.daemon(
                        "underbase-trace-test",
                        () -> seen.complete(List.of(
                                String.valueOf(REQUEST.get()),
                                Thread.currentThread().getContextClassLoader(),
                                Thread.currentThread().isInterrupted())))
                .start());

        assertThat(seen.get(60, TimeUnit.SECONDS)).containsExactly("null", TracerThreads.class.getClassLoader(), false);
    }

    @Test
    void theThreadsOfATracerSurviveTheApplicationThatStartsIt() throws Exception {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), dir.toString());
        ThreadGroup group = new ThreadGroup("application");
        CompletableFuture<Tracer> started = new CompletableFuture<>();
        List<Thread> before = threads();
        inApplication(group, () -> started.complete(Tracer.start(conf)));
        try (Tracer tracer = started.get(60, TimeUnit.SECONDS)) {
            List<Thread> own = threads().stream()
                    .filter(thread -> !before.contains(thread))
                    .toList();
            assertThat(own).isNotEmpty().allSatisfy(thread -> {
                assertThat(thread.isDaemon()).isTrue();
                assertThat(thread.getContextClassLoader()).isEqualTo(Tracer.class.getClassLoader());
                assertThat(group.parentOf(thread.getThreadGroup())).isFalse();
            });
            group.interrupt();
            assertThat(tracer.flush()).isTrue();
        }
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("underbase-trace"))
                .toList();
    }

    /** Runs code in an interrupted thread with another class loader and an inheritable thread-local. */
    private static void inApplication(ThreadGroup group, Runnable code) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[0])) {
            Thread application = new Thread(group, () -> {
                REQUEST.set("of the application");
                Thread.currentThread().setContextClassLoader(loader);
                Thread.currentThread().interrupt();
                code.run();
            });
            application.start();
            application.join();
        }
    }
}
