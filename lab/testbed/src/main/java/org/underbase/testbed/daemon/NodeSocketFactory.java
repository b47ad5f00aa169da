package org.underbase.testbed.daemon;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Objects;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.StandardSocketFactory;

/**
 * Hadoop RPC sockets that leave from a node's own loopback address, so that the NameNode sees
 * different hosts. Attached by {@code hadoop.rpc.socket.factory.class.default}.
 */
public final class NodeSocketFactory extends StandardSocketFactory implements Configurable {
    /** The address that sockets are bound to. */
    public static final String ADDRESS_KEY = "underbase.testbed.local.address";

    private Configuration conf = new Configuration(false);

    @Override
    public void setConf(Configuration configuration) {
        conf = configuration;
    }

    @Override
    public Configuration getConf() {
        return conf;
    }

    @Override
    public Socket createSocket() throws IOException {
        Socket socket = super.createSocket();
        String address = conf.get(ADDRESS_KEY);
        if (address != null) {
            socket.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
        }
        return socket;
    }

    /** Hadoop keeps one RPC client per equal factory: two factories for the same address must be equal. */
    @Override
    public boolean equals(Object other) {
        return other instanceof NodeSocketFactory that
                && Objects.equals(conf.get(ADDRESS_KEY), that.conf.get(ADDRESS_KEY));
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(conf.get(ADDRESS_KEY));
    }
}
