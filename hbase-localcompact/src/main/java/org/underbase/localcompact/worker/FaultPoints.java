package org.underbase.localcompact.worker;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.ServiceLoader;

/** Calls to the fault injectors on the class path; without any, they do nothing. */
public final class FaultPoints {
    private static final List<FaultInjector> INJECTORS =
            ServiceLoader.load(FaultInjector.class, FaultPoints.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private FaultPoints() {}

    /**
     * Calls all injectors.
     *
     * @param point reached point
     * @param ticket id of the compaction
     * @param block index of the block
     * @throws IOException if an injector throws it
     */
    public static void at(FaultPoint point, String ticket, int block) throws IOException {
        for (FaultInjector injector : INJECTORS) {
            injector.at(point, ticket, block);
        }
    }

    static OutputStream output(String ticket, OutputStream output) {
        OutputStream result = output;
        for (FaultInjector injector : INJECTORS) {
            result = injector.output(ticket, result);
        }
        return result;
    }
}
