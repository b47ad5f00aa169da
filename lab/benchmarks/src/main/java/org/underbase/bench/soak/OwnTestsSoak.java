package org.underbase.bench.soak;

import java.io.IOException;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** A soak that is a {@link TestFamily}: its count is that of the tests. */
abstract class OwnTestsSoak implements Soak {
    private final TestFamily tests;

    OwnTestsSoak(TestFamily tests) {
        this.tests = tests;
    }

    @Override
    public final String name() {
        return tests.name();
    }

    @Override
    public final long defaultCount() {
        return 0;
    }

    @Override
    public final String unit() {
        return "tests";
    }

    @Override
    public final SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        return tests.run(options, progress);
    }
}
