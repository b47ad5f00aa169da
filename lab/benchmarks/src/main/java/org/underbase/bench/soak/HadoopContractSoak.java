package org.underbase.bench.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/**
 * Runs Hadoop's own tests of the HDFS client, all that the tests jar has of them, on the traced client and then on the
 * stock client, and compares test by test, by the profile {@code soak-hadoop-contract} of {@code htfs-tracer}.
 */
public final class HadoopContractSoak implements Soak {
    private static final String MODULE = "htfs-tracer";

    @Override
    public String name() {
        return "hadoop-contract";
    }

    @Override
    public String description() {
        return "Hadoop's own tests of the HDFS client, all of them, on the traced client and on the stock one";
    }

    @Override
    public long defaultCount() {
        return 0;
    }

    @Override
    public String unit() {
        return "tests";
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        HadoopTests tests = HadoopTests.of(name(), MODULE, options.workDirectory(), progress);
        SurefireReports traced = client(tests, "traced", "surefire:test@hadoop-contract-trace");
        SurefireReports stock = client(tests, "stock");
        return new HadoopComparison(Map.of("traced", traced), stock).result("");
    }

    /** Runs the tests on one client; {@code more} are the goals after them. */
    private static SurefireReports client(HadoopTests tests, String client, String... more)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "-Psoak-hadoop-contract",
                "-Dhadoop.contract.client=" + client,
                "-pl",
                MODULE,
                "-Dspotless.check.skip",
                // A test that fails is told by its report, and must not keep the goals after it from running.
                "-Dmaven.test.failure.ignore=true",
                "process-test-classes",
                "surefire:test@hadoop-contract"));
        arguments.addAll(List.of(more));
        Path target = tests.target();
        return tests.run(
                client,
                arguments,
                List.of(
                        target.resolve("hadoop-contract-" + client + "-reports"),
                        target.resolve("hadoop-contract-trace-reports")));
    }
}
