package org.underbase.bench.tiers.simulated;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RpcConstants;
import org.apache.hadoop.ipc.Server;

/** IPC call that gives the NameNode the address of a simulated client. */
final class SimulatedCall extends Server.Call {
    private final InetAddress address;

    private SimulatedCall(InetAddress address) {
        super(1, 0, null, null, RPC.RpcKind.RPC_PROTOCOL_BUFFER, RpcConstants.DUMMY_CLIENT_ID);
        this.address = address;
    }

    /** Creates a call from an address. */
    static SimulatedCall from(String ip) {
        try {
            return new SimulatedCall(InetAddress.getByName(ip));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("invalid address " + ip, e);
        }
    }

    @Override
    public InetAddress getHostInetAddress() {
        return address;
    }

    /** Sets this call as the current call of the thread. */
    void enter() {
        Server.getCurCall().set(this);
    }
}
