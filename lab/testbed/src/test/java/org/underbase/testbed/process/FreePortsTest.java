package org.underbase.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reservation of ports before their daemons listen. */
class FreePortsTest {
    @Test
    void aPortIsSelectedOnce() throws IOException {
        int port = FreePorts.find(Set.of());
        assertThat(FreePorts.reserve(port)).isFalse();
        assertThat(FreePorts.isFree(InetAddress.getLoopbackAddress(), port))
                .as("for its daemon")
                .isTrue();
    }
}
