package org.underbase.tier.protocol;

import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.ipc.RPC;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceResponseProto;

/** Client side of {@link TierDatanodeProtocol}, see {@link TierProtocolTranslator}. Thread-safe. */
public final class TierDatanodeProtocolTranslator implements TierDatanodeProtocol, Closeable {
    private final TierDatanodeProtocolPB proxy;

    public TierDatanodeProtocolTranslator(TierDatanodeProtocolPB proxy) {
        this.proxy = Objects.requireNonNull(proxy, "proxy");
    }

    @Override
    public AnnounceResponseProto announce(AnnounceRequestProto request) throws IOException {
        return TierProtocolTranslator.call(() -> proxy.announce(null, request));
    }

    @Override
    public void close() {
        RPC.stopProxy(proxy);
    }
}
