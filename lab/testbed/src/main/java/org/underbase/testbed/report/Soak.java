package org.underbase.testbed.report;

import java.io.IOException;

/**
 * A long test of {@code ./underbase soak NAME}: the code of a quick test with a bigger count. A new one is a new class,
 * with a public constructor without arguments, named in {@code META-INF/services/org.underbase.testbed.report.Soak}.
 */
public interface Soak extends Named {
    /** How many of what one run tries when {@code --count} is not given; 0 when the soak has no count. */
    long defaultCount();

    /** What is counted: {@code mutated inputs}, {@code kills}. */
    String unit();

    /**
     * Runs to the end or to the first failure. Leaves no process, port or file behind.
     *
     * @param options seed and count
     * @param progress told of each step
     * @return what was tried and found; a failure of what is tested is a result, not an exception
     * @throws IOException when the soak itself cannot run
     * @throws InterruptedException when the thread is interrupted
     */
    SoakResult run(SoakOptions options, Progress progress) throws IOException, InterruptedException;
}
