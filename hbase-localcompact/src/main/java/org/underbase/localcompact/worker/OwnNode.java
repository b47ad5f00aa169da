package org.underbase.localcompact.worker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.apache.hadoop.net.NetUtils;

/**
 * Check that a ticket names a DataNode on this server's node, so that a caller cannot open connections from here to others.
 *
 * @param hostName host name of this server; its addresses count as local ones, even if no interface has them
 */
public record OwnNode(String hostName) {
    /** Checks an address {@code host:port}. */
    void check(String address) throws IOException {
        InetAddress target = NetUtils.createSocketAddr(address).getAddress();
        if (target == null || !(NetUtils.isLocalAddress(target) || addresses().contains(target))) {
            throw new IOException("DataNode " + address + " of the ticket is not on this node");
        }
    }

    private List<InetAddress> addresses() throws UnknownHostException {
        return List.of(InetAddress.getAllByName(hostName));
    }
}
