package org.underbase.localcompact.rpc;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Addresses of RegionServers. The name of a server contains its start time, so that each one is resolved once: repeated lookups
 * of all servers by all servers would overload the name servers of a large cluster. Not thread-safe.
 */
final class ServerAddresses {
    private static final Logger LOG = LoggerFactory.getLogger(ServerAddresses.class);

    private final Map<ServerName, List<String>> resolved = new HashMap<>();
    private final Resolver resolver;

    /** Resolver of host names. */
    @FunctionalInterface
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    ServerAddresses(Resolver resolver) {
        this.resolver = resolver;
    }

    /** Maps the addresses of servers, and forgets all others; of several servers at one address it returns the last. */
    Map<String, ServerName> byIp(List<ServerName> servers) {
        resolved.keySet().retainAll(new HashSet<>(servers));
        Map<String, ServerName> result = new HashMap<>();
        for (ServerName server : servers) {
            try {
                if (!resolved.containsKey(server)) {
                    resolved.put(server, addresses(server.getHostname()));
                }
                resolved.get(server).forEach(ip -> result.put(ip, server));
            } catch (UnknownHostException e) {
                LOG.warn("Skipping RegionServer {}: cannot resolve its host name", server, e);
            }
        }
        return result;
    }

    private List<String> addresses(String host) throws UnknownHostException {
        return Arrays.stream(resolver.resolve(host))
                .map(InetAddress::getHostAddress)
                .toList();
    }
}
