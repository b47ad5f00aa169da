package org.underbase.bench.tiers.fake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FakeLayoutTest {
    @Test
    void thirtyNineDatanodesAreThePapersTestbed() {
        List<FakeDatanode> datanodes = FakeLayout.of(39);
        assertThat(datanodes.stream().collect(Collectors.groupingBy(FakeDatanode::tier, Collectors.counting())))
                .containsEntry("pcie", 3L)
                .containsEntry("sata", 9L)
                .containsEntry("hdd", 27L);
        assertThat(datanodes.stream().map(FakeDatanode::host).distinct()).hasSize(27);
        assertThat(datanodes.stream().map(FakeDatanode::rack).distinct()).hasSize(3);
    }

    @Test
    void fiveThousandHaveAddressesOfTheirOwnAndTheirRacksCanBeTold() {
        List<FakeDatanode> datanodes = FakeLayout.of(5000);
        assertThat(datanodes.stream().map(d -> d.ip() + ":" + d.port()).distinct())
                .hasSize(5000);
        assertThat(datanodes).allSatisfy(d -> assertThat(new FakeRacks().resolve(List.of(d.ip(), d.host())))
                .containsOnly("/r" + d.rack()));
    }
}
