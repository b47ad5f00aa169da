package org.underbase.localcompact.worker;

import java.io.IOException;
import org.underbase.localcompact.proto.LocalCompactProtos.StartResponseProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;

/** Server that merges, local or remote. Thread-safe. */
public interface Worker {
    /**
     * Starts a merge. A server without a free slot queues the ticket and responds that it is busy; it starts the merge when the
     * same ticket is sent again and its turn has come.
     *
     * @param ticket inputs and parameters of the merge
     * @return cause of the rejection, empty if the merge was started, and whether the ticket is queued
     * @throws IOException if the server cannot be reached
     */
    StartResponseProto start(TicketProto ticket) throws IOException;

    /**
     * Sends a command to a merge and queries its state.
     *
     * @param request id of the merge and command
     * @return state of the merge
     * @throws IOException if the server cannot be reached
     */
    StateProto step(StepRequestProto request) throws IOException;

    /**
     * Returns the name of the server, for messages and to detect its restart.
     *
     * @return name that a restart of another server changes
     */
    @Override
    String toString();

    /**
     * Returns whether the server is this process.
     *
     * @return false for other servers
     */
    default boolean isLocal() {
        return false;
    }
}
