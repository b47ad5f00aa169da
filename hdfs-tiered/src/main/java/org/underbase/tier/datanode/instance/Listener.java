package org.underbase.tier.datanode.instance;

import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * Where an instance listens.
 *
 * @param name what comes after {@code dfs.datanode.}, such as {@code http.address}
 * @param key the key that says so
 * @param address host and port; port 0 stands for any
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

    /** Whether both cannot be bound at the same time. */
    boolean collidesWith(Listener other) {
        if (port() == 0 || port() != other.port()) {
            return false;
        }
        return everywhere() || other.everywhere() || host().equals(other.host());
    }

    /** {@code host:port}. */
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
