package org.underbase.testbed.report;

import java.io.IOException;
import org.underbase.operator.output.ProgressLine;

/**
 * Long randomized test of {@code ./underbase soak NAME}; the default test run executes the same code with a smaller count. A
 * new one is a new class, with a public constructor without arguments, named in
 * {@code META-INF/services/org.underbase.testbed.report.Soak}.
 */
public interface Soak extends Named {
    /** Returns the count of a run without {@code --count}. */
    long defaultCount();

    /** Returns the unit of the count, such as {@code mutated inputs} or {@code kills}. */
    String unit();

    /** Returns whether an interrupted run can be continued, with {@link SoakOptions#progress}. */
    default boolean isResumable() {
        return false;
    }

    /**
     * Runs to the end or to the first failure. Removes its processes, ports and files.
     *
     * @param options seed and count
     * @param progress receiver of one line per step
     * @return the result; a failure of the tested system is a result, not an exception
     * @throws IOException if the soak itself cannot run
     * @throws InterruptedException if the thread is interrupted
     */
    SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException;
}
