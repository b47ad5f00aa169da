package org.underbase.bench.tiers.fake;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RpcConstants;
import org.apache.hadoop.ipc.Server;

/** The call that the NameNode thinks it is serving: it tells where the client is. */
final class FakeCall extends Server.Call {
    private final InetAddress address;

    private FakeCall(InetAddress address) {
        super(1, 0, null, null, RPC.RpcKind.RPC_PROTOCOL_BUFFER, RpcConstants.DUMMY_CLIENT_ID);
        this.address = address;
    }

    /** A call from that address. */
    static FakeCall from(String ip) {
        try {
            return new FakeCall(InetAddress.getByName(ip));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("not an address: " + ip, e);
        }
    }

    @Override
    public InetAddress getHostInetAddress() {
        return address;
    }

    /** Makes it the call of this thread. */
    void enter() {
        Server.getCurCall().set(this);
    }
}
