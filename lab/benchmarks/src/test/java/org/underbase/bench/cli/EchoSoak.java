package org.underbase.bench.cli;

import java.util.Map;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** Soak that fails with seed 13. */
public final class EchoSoak implements Soak {
    @Override
    public String name() {
        return "echo";
    }

    @Override
    public String description() {
        return "fails with seed 13";
    }

    @Override
    public long defaultCount() {
        return 3;
    }

    @Override
    public String unit() {
        return "echoes";
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) {
        boolean passed = options.seed() != 13;
        return new SoakResult(
                passed,
                Map.of("echoes", Long.toString(options.count())),
                passed ? "" : "echo " + options.seed() + " was corrupt");
    }
}
