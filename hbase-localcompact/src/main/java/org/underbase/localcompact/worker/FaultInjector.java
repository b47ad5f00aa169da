package org.underbase.localcompact.worker;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Fault injector for tests, called at each {@link FaultPoint} of a local compaction on the thread that reaches it. It is found by
 * {@link java.util.ServiceLoader}; deployed artifacts contain none. Therefore no setting of a production server can halt or
 * corrupt a compaction, and tests run the deployed code unmodified.
 */
public interface FaultInjector {
    /**
     * Is called when a fault point is reached.
     *
     * @param point reached point
     * @param ticket id of the compaction
     * @param block index of the current block, or of the next one
     * @throws IOException to fail at this point
     */
    void at(FaultPoint point, String ticket, int block) throws IOException;

    /**
     * Wraps the output of a merge.
     *
     * @param ticket id of the compaction
     * @param output stream to the replicas
     * @return the same stream or a wrapper
     */
    default OutputStream output(String ticket, OutputStream output) {
        return output;
    }
}
