package org.underbase.tier.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.tier.protocol.TierException;

/** The calls of a client while NameNodes change roles, start and stop. */
final class FailoverTest {
    private FakeNamenode first;
    private FakeNamenode second;

    @BeforeEach
    void start() throws IOException {
        first = FakeNamenode.active();
        second = FakeNamenode.standby();
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
    }

    private void failover() {
        first.becomes(false);
        second.becomes(true);
    }

    @Test
    void activeAndStandbyForgetADatanode() throws IOException {
        try (FakeHdfs hdfs = FakeHdfs.of("ns", FakeHdfs.group(first, second));
                TieredFileSystem tiered = TieredFileSystem.of(hdfs)) {
            assertThat(tiered.forgetDatanode("known:9866")).isEqualTo(2);
            assertThat(first.calls()).anyMatch(call -> call.contains("forget known:9866"));
            assertThat(second.calls()).anyMatch(call -> call.contains("forget known:9866"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider",
                "org.apache.hadoop.hdfs.server.namenode.ha.RequestHedgingProxyProvider",
                "org.apache.hadoop.hdfs.server.namenode.ha.ObserverReadProxyProvider",
                // Cannot serve our protocol: the first one stands in.
                "org.apache.hadoop.hdfs.server.namenode.ha.ClientHAProxyFactory"
            })
    void aSeriesOfCallsGoesOnThroughAFailover(String provider) throws IOException {
        Configuration conf = FakeHdfs.group(first, second);
        try (FakeHdfs hdfs = FakeHdfs.of("ns", conf)) {
            // The stock client needs a provider that works; the tiers get the one under test.
            hdfs.getConf().set("dfs.client.failover.proxy.provider.ns", provider);
            try (TieredFileSystem tiered = TieredFileSystem.of(hdfs)) {
                for (int i = 0; i < 20; i++) {
                    if (i == 10) {
                        failover();
                    }
                    tiered.createFileTier("/f" + i, "fast");
                    assertThat(tiered.status().state()).isEqualTo("active");
                }
            }
        }
        assertThat(first.calls()).anyMatch(call -> call.endsWith(" create /f9 fast"));
        assertThat(second.calls()).anyMatch(call -> call.endsWith(" create /f10 fast"));
    }

    @Test
    void aStandbysAnswersAreNotBelieved() throws IOException {
        failover();
        second.file("/f", Placements.settled());
        first.file("/f", Placements.onItsWay());
        try (FakeHdfs hdfs = FakeHdfs.of("ns", FakeHdfs.group(first, second));
                TieredFileSystem tiered = TieredFileSystem.of(hdfs)) {
            assertThat(tiered.placement(new org.apache.hadoop.fs.Path("/f")).settled())
                    .isTrue();
            assertThat(tiered.tiers()).hasSize(2);
        }
    }

    @Test
    void aDeadNameNodeIsPassedBy() throws IOException {
        failover();
        first.close();
        try (FakeHdfs hdfs = FakeHdfs.of("ns", FakeHdfs.group(first, second));
                TieredFileSystem tiered = TieredFileSystem.of(hdfs)) {
            assertThat(tiered.createFileTier("/f", "fast")).isTrue();
        }
    }

    @Test
    void withoutAnActiveNameNodeTheMessageSaysSo() throws IOException {
        first.becomes(false);
        try (FakeHdfs hdfs = FakeHdfs.of("ns", FakeHdfs.group(first, second));
                TieredFileSystem tiered = TieredFileSystem.of(hdfs)) {
            assertThatThrownBy(() -> tiered.createFileTier("/f", "fast"))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("no NameNode of hdfs://ns is active");
        }
    }

    @Test
    void aNameNodeWithoutThePlugInIsNamed() throws IOException {
        try (FakeNamenode stock = FakeNamenode.withoutTiers();
                FakeHdfs hdfs = FakeHdfs.of(stock);
                TieredFileSystem tiered = TieredFileSystem.of(hdfs)) {
            assertThatThrownBy(tiered::tiers)
                    .isInstanceOf(TierException.class)
                    .hasMessageStartingWith("the NameNode at 127.0.0.1:"
                            + stock.address().getPort() + " has no tiers: set dfs.namenode.plugins=");
        }
    }
}
