package org.underbase.testbed.junit;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.TestCluster;

/**
 * JUnit extension that starts a cluster for the tests of a class.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final ClusterExtension CLUSTER = ClusterExtension.of(TestCluster.builder().nodes(3));
 * }</pre>
 *
 * <p>In a static field, all tests of the class share one cluster. In an instance field, every test starts a cluster. Tests
 * get it from {@link #cluster()} or as a parameter. If a test or the start fails, the extension copies all logs below
 * {@code target/cluster-logs/} and prints their directory.
 */
public final class ClusterExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {
    private final ClusterRecipe recipe;
    private final PrintStream out;
    private boolean skip;
    private boolean shared;
    private final Deque<TestCluster> running = new ArrayDeque<>(1);

    private ClusterExtension(ClusterRecipe recipe, PrintStream out) {
        this.recipe = recipe;
        this.out = out;
    }

    /** Creates an extension for a cluster of a recipe. */
    public static ClusterExtension of(ClusterRecipe recipe) {
        return new ClusterExtension(recipe, System.err);
    }

    static ClusterExtension of(ClusterRecipe recipe, PrintStream out) {
        return new ClusterExtension(recipe, out);
    }

    /**
     * Skips the tests, with a printed reason, on a machine that cannot run the cluster: namespaces and slow disks need root
     * and some programs.
     */
    public ClusterExtension orSkip() {
        skip = true;
        return this;
    }

    /**
     * Returns the running cluster.
     *
     * @throws IllegalStateException outside of a test
     */
    public TestCluster cluster() {
        if (running.isEmpty()) {
            throw new IllegalStateException("no cluster runs: register this extension");
        }
        return running.element();
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        shared = true;
        start(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        if (running.isEmpty()) {
            start(context);
        }
    }

    private void start(ExtensionContext context) throws IOException {
        Optional<String> obstacle = skip ? recipe.obstacle() : Optional.empty();
        if (obstacle.isPresent()) {
            out.println(context.getDisplayName() + " is skipped: " + obstacle.get());
            throw new TestAbortedException(obstacle.get());
        }
        Path logs = logs(context);
        try {
            running.add(recipe.logsOnFailure(logs).start());
        } catch (IOException e) {
            out.println(context.getDisplayName() + ": the cluster did not start; its logs are in " + logs);
            throw e;
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        keepLogsOfFailure(context);
        if (!shared) {
            close();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        keepLogsOfFailure(context);
        close();
    }

    private void keepLogsOfFailure(ExtensionContext context) throws IOException {
        boolean failed = context.getExecutionException()
                .filter(e -> !(e instanceof TestAbortedException))
                .isPresent();
        if (failed && !running.isEmpty()) {
            Path logs = logs(context);
            cluster().collectLogs(logs);
            out.println(context.getDisplayName() + " failed; the cluster's logs are in " + logs);
        }
    }

    private void close() throws IOException {
        if (!running.isEmpty()) {
            running.remove().close();
        }
    }

    private static Path logs(ExtensionContext context) {
        String type = context.getTestClass().map(Class::getName).orElse("unknown");
        String method = context.getTestMethod().map(m -> m.getName()).orElse("all");
        // Surefire sets basedir; an IDE starts in the module's directory.
        return Path.of(System.getProperty("basedir", ""))
                .toAbsolutePath()
                .resolve("target/cluster-logs")
                .resolve(type)
                .resolve(method);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestCluster.class;
    }

    @Override
    public TestCluster resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return cluster();
    }
}
