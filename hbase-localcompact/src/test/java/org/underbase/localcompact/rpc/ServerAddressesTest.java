package org.underbase.localcompact.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class ServerAddressesTest {
    private final List<String> lookups = new ArrayList<>();
    private final ServerAddresses addresses = new ServerAddresses(this::resolve);

    private InetAddress[] resolve(String host) throws UnknownHostException {
        lookups.add(host);
        if (host.startsWith("unknown")) {
            throw new UnknownHostException(host);
        }
        return new InetAddress[] {InetAddress.getByAddress(host, new byte[] {10, 0, 0, (byte) host.charAt(1)})};
    }

    private static ServerName server(String host, long started) {
        return ServerName.valueOf(host, 16020, started);
    }

    @Test
    void eachServerIsResolvedOnceUntilItRestarts() {
        ServerName n1 = server("n1", 1);
        ServerName n2 = server("n2", 1);
        Map<String, ServerName> both = Map.of("10.0.0.49", n1, "10.0.0.50", n2);
        for (int refresh = 0; refresh < 3; refresh++) {
            assertThat(addresses.byIp(List.of(n1, n2))).isEqualTo(both);
        }
        assertThat(lookups).containsExactly("n1", "n2");
        ServerName restarted = server("n2", 2);
        assertThat(addresses.byIp(List.of(n1, n2, restarted))).containsEntry("10.0.0.50", restarted);
        assertThat(lookups).containsExactly("n1", "n2", "n2");
        assertThat(addresses.byIp(List.of(n1))).hasSize(1);
        addresses.byIp(List.of(n1, restarted));
        assertThat(lookups).as("a server that was not live in between").containsExactly("n1", "n2", "n2", "n2");
    }

    @Test
    void unknownHostIsSkippedAndResolvedAgain() {
        List<ServerName> servers = List.of(server("n1", 1), server("unknown", 1));
        assertThat(addresses.byIp(servers)).hasSize(1);
        assertThat(addresses.byIp(servers)).hasSize(1);
        assertThat(lookups).containsExactly("n1", "unknown", "unknown");
    }
}
