package org.underbase.localcompact.worker;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Sees each step of a local compaction, on the thread that does it and before it goes on: for tests that let something fail
 * there. It is found by {@link java.util.ServiceLoader}, and nothing that is deployed has one. So there is no setting of a
 * production server that halts a compaction or spoils it, and what fails in a test is the code as it is deployed, with no
 * byte of it rewritten.
 */
public interface StepWatch {
    /**
     * A step was reached.
     *
     * @param step which
     * @param ticket id of the compaction
     * @param block index of the block; that of the next one where there is none
     * @throws IOException to let the step fail
     */
    void at(Step step, String ticket, int block) throws IOException;

    /**
     * What a merge writes to.
     *
     * @param ticket id of the compaction
     * @param output the replicas
     * @return the same, or something before it
     */
    default OutputStream output(String ticket, OutputStream output) {
        return output;
    }
}
