package org.underbase.tier.datanode.instance;

import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * Listening address of an instance.
 *
 * @param name suffix of the key after {@code dfs.datanode.}, such as {@code http.address}
 * @param key key that sets the address
 * @param address host and port; port 0 is any port
 */
public record Listener(String name, String key, InetSocketAddress address) {
    public Listener {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(address, "address");
    }

    int port() {
        return address.getPort();
    }

    /** Whether both addresses cannot be bound at the same time. */
    boolean collidesWith(Listener other) {
        if (port() == 0 || port() != other.port()) {
            return false;
        }
        return everywhere() || other.everywhere() || host().equals(other.host());
    }

    /** Returns {@code host:port}. */
    public String text() {
        return address.getHostString() + ":" + port();
    }

    private boolean everywhere() {
        return address.getAddress() != null && address.getAddress().isAnyLocalAddress();
    }

    private String host() {
        return address.getAddress() == null
                ? address.getHostString()
                : address.getAddress().getHostAddress();
    }
}
