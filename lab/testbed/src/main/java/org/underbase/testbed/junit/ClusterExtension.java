package org.underbase.testbed.junit;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
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
 * A cluster for the tests of a class.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final ClusterExtension CLUSTER = ClusterExtension.of(TestCluster.builder().nodes(3));
 * }</pre>
 *
 * <p>In a static field one cluster serves all tests of the class; in an instance field every test
 * has its own. Tests get it by {@link #cluster()} or as a parameter. When a test fails, or the
 * start, all logs are copied below {@code target/cluster-logs/} and the place is printed.
 */
public final class ClusterExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {
    private final ClusterRecipe description;
    private final PrintStream out;
    private boolean skip;
    private boolean shared;
    private Optional<TestCluster> cluster = Optional.empty();

    private ClusterExtension(ClusterRecipe description, PrintStream out) {
        this.description = description;
        this.out = out;
    }

    public static ClusterExtension of(ClusterRecipe description) {
        return new ClusterExtension(description, System.err);
    }

    static ClusterExtension of(ClusterRecipe description, PrintStream out) {
        return new ClusterExtension(description, out);
    }

    /**
     * Skips the tests, with a printed reason, where such a cluster cannot be had: namespaces and
     * slow disks need root and some tools.
     */
    public ClusterExtension orSkip() {
        skip = true;
        return this;
    }

    /**
     * The running cluster.
     *
     * @throws IllegalStateException outside of a test
     */
    public TestCluster cluster() {
        return cluster.orElseThrow(() -> new IllegalStateException("no cluster runs: is this extension registered?"));
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        shared = true;
        start(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        if (cluster.isEmpty()) {
            start(context);
        }
    }

    private void start(ExtensionContext context) throws IOException {
        Optional<String> obstacle = skip ? description.obstacle() : Optional.empty();
        if (obstacle.isPresent()) {
            out.println(context.getDisplayName() + " is skipped: " + obstacle.get());
            throw new TestAbortedException(obstacle.get());
        }
        Path logs = logs(context);
        try {
            cluster = Optional.of(description.logsOnFailure(logs).start());
        } catch (IOException e) {
            out.println(context.getDisplayName() + ": the cluster does not start; its logs are in " + logs);
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
        if (failed && cluster.isPresent()) {
            Path logs = logs(context);
            cluster.get().collectLogs(logs);
            out.println(context.getDisplayName() + " failed; the cluster's logs are in " + logs);
        }
    }

    private void close() throws IOException {
        Optional<TestCluster> old = cluster;
        cluster = Optional.empty();
        if (old.isPresent()) {
            old.get().close();
        }
    }

    private static Path logs(ExtensionContext context) {
        String type = context.getTestClass().map(Class::getName).orElse("unknown");
        String method = context.getTestMethod().map(m -> m.getName()).orElse("all");
        // surefire says where the module is; an IDE starts there.
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
