package org.underbase.bench.tiers.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests of the layout of simulated DataNodes. */
class SimulatedLayoutTest {
    @Test
    void layoutOf39DataNodesIsThePapersTestbed() {
        List<SimulatedDatanode> datanodes = SimulatedLayout.of(39);
        assertThat(datanodes.stream().collect(Collectors.groupingBy(SimulatedDatanode::tier, Collectors.counting())))
                .containsEntry("pcie", 3L)
                .containsEntry("sata", 9L)
                .containsEntry("hdd", 27L);
        assertThat(datanodes.stream().map(SimulatedDatanode::host).distinct()).hasSize(27);
        assertThat(datanodes.stream().map(SimulatedDatanode::rack).distinct()).hasSize(3);
    }

    @Test
    void addressesOf5000DataNodesAreUniqueAndContainTheRack() {
        List<SimulatedDatanode> datanodes = SimulatedLayout.of(5000);
        assertThat(datanodes.stream().map(d -> d.ip() + ":" + d.port()).distinct())
                .hasSize(5000);
        assertThat(datanodes).allSatisfy(d -> assertThat(new SimulatedRacks().resolve(List.of(d.ip(), d.host())))
                .containsOnly("/r" + d.rack()));
    }
}
