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
 * Factory of Hadoop RPC sockets that are bound to a node's loopback address, so that the NameNode sees different hosts.
 * Configured by {@code hadoop.rpc.socket.factory.class.default}.
 */
public final class NodeSocketFactory extends StandardSocketFactory implements Configurable {
    /** Key of the address that sockets are bound to. */
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

    /** Factories for the same address are equal because Hadoop caches one RPC client per equal factory. */
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
