package org.underbase.localcompact.rpc;

import com.google.protobuf.Service;
import org.underbase.localcompact.worker.Merges;

/** Makes the service that other RegionServers call. */
public final class MergeServices {
    private MergeServices() {}

    /**
     * For a coprocessor of a RegionServer.
     *
     * @param merges what it does
     * @return the service
     */
    public static Service of(Merges merges) {
        return new MergeService(merges);
    }
}
