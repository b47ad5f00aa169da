package org.underbase.localcompact.worker;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnNodeTest {
    private final OwnNode node = new OwnNode("localhost");

    @Test
    void addressesOfInterfacesAreOwn() throws IOException {
        List<InetAddress> own = Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(each -> each.getAddress().length == Integer.BYTES)
                .toList();
        for (InetAddress each : own) {
            assertThatCode(() -> node.check(each.getHostAddress() + ":9866")).doesNotThrowAnyException();
        }
    }

    /** Addresses for documentation, which no host has, and a name that does not resolve. */
    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.7:9866", "198.51.100.1:80", "host.invalid:9866"})
    void otherAddressesAreRejected(String address) {
        assertThatThrownBy(() -> node.check(address))
                .isInstanceOf(IOException.class)
                .hasMessage("DataNode " + address + " of the ticket is not on this node");
    }

    @Test
    void addressesOfServersNameAreOwn() {
        assertThatCode(() -> new OwnNode("192.0.2.7").check("192.0.2.7:9866")).doesNotThrowAnyException();
    }
}
