package org.underbase.localcompact.worker;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.ServiceLoader;

/** Tells the tests where a local compaction is; where nobody watches, nothing happens. */
public final class Steps {
    private static final List<StepWatch> WATCHES =
            ServiceLoader.load(StepWatch.class, Steps.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private Steps() {}

    /**
     * A step was reached.
     *
     * @param step which
     * @param ticket id of the compaction
     * @param block index of the block
     * @throws IOException where a test wants it to fail
     */
    public static void at(Step step, String ticket, int block) throws IOException {
        for (StepWatch watch : WATCHES) {
            watch.at(step, ticket, block);
        }
    }

    static OutputStream output(String ticket, OutputStream output) {
        OutputStream result = output;
        for (StepWatch watch : WATCHES) {
            result = watch.output(ticket, result);
        }
        return result;
    }
}
