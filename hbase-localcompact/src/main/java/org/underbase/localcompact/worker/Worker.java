package org.underbase.localcompact.worker;

import java.io.IOException;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;

/** A server that merges, this one or another. Thread-safe. */
public interface Worker {
    /**
     * Starts a merge.
     *
     * @param ticket what is merged
     * @return why it is refused; empty where it runs
     * @throws IOException where the server cannot be asked
     */
    String start(TicketProto ticket) throws IOException;

    /**
     * Tells a merge what to do next and how far it is.
     *
     * @param request which one, and the word
     * @return its state
     * @throws IOException where the server cannot be asked
     */
    StateProto step(StepRequestProto request) throws IOException;
}
