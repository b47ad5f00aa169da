package org.underbase.localcompact.worker;

import java.io.IOException;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;

/** Server that merges, local or remote. Thread-safe. */
public interface Worker {
    /**
     * Starts a merge.
     *
     * @param ticket inputs and parameters of the merge
     * @return cause of the rejection; empty if the merge was started
     * @throws IOException if the server cannot be reached
     */
    String start(TicketProto ticket) throws IOException;

    /**
     * Sends a command to a merge and queries its state.
     *
     * @param request id of the merge and command
     * @return state of the merge
     * @throws IOException if the server cannot be reached
     */
    StateProto step(StepRequestProto request) throws IOException;
}
