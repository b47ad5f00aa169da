package org.underbase.localcompact.rpc;

import com.google.protobuf.Service;
import java.util.function.Supplier;
import org.underbase.localcompact.worker.Merges;

/** Makes the service that other RegionServers call. */
public final class MergeServices {
    private MergeServices() {}

    /**
     * For a coprocessor of a RegionServer.
     *
     * @param merges what it does; HBase asks for the service before it starts the coprocessor
     * @return the service
     */
    public static Service of(Supplier<Merges> merges) {
        return new MergeService(merges);
    }
}
