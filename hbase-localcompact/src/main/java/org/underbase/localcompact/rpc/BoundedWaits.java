package org.underbase.localcompact.rpc;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.worker.Worker;

/**
 * Bound on the requests that wait for a merge. A waiting request occupies an RPC handler of HBase, and a server may have as
 * many merges as handlers. Further requests are answered at once, and their coordinators poll. Thread-safe.
 */
final class BoundedWaits {
    /** A tenth of HBase's default number of handlers. */
    static final int MAX_WAITING = 3;

    private final Semaphore free = new Semaphore(MAX_WAITING);

    /** Executes a request of a remote coordinator. */
    StateProto step(Worker worker, StepRequestProto request) throws IOException {
        if (!free.tryAcquire()) {
            return worker.step(request.toBuilder().clearWaitMillis().build());
        }
        try {
            return worker.step(request);
        } finally {
            free.release();
        }
    }
}
