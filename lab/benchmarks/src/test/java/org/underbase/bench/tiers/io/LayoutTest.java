package org.underbase.bench.tiers.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of the layouts. */
class LayoutTest {
    private static long count(Layout layout, Device device) {
        return layout.nodes().stream()
                .filter(node -> node.devices().contains(device))
                .count();
    }

    @Test
    void ninthsHaveTheProportionsOfThePapersTestbed() {
        Layout layout = Layout.ninths();
        assertThat(layout.nodes()).hasSize(9);
        assertThat(layout.dataNodes()).isEqualTo(13);
        assertThat(count(layout, Device.PCIE)).isEqualTo(1);
        assertThat(count(layout, Device.SATA)).isEqualTo(3);
        assertThat(count(layout, Device.HDD)).isEqualTo(9);
        assertThat(layout.nodes()).allSatisfy(node -> assertThat(node.devices()).hasSizeBetween(1, 2));
        assertThat(layout.racks()).containsExactly("/r1", "/r1", "/r1", "/r2", "/r2", "/r2", "/r3", "/r3", "/r3");
    }

    @Test
    void devicesOfOneKindAreOnFiveNodesPerRack() {
        Layout layout = Layout.only(Device.PCIE);
        assertThat(layout.nodes()).hasSize(15);
        assertThat(layout.dataNodes()).isEqualTo(3);
        assertThat(Layout.only(Device.SATA).dataNodes()).isEqualTo(6);
        assertThat(Layout.only(Device.HDD).dataNodes()).isEqualTo(15);
    }
}
