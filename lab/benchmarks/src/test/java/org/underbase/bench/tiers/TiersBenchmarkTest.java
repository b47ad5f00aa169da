package org.underbase.bench.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.bench.cli.BenchCommand;
import picocli.CommandLine;

/** The smallest part of the real thing: real NameNodes of each kind, the machine's line. */
@Tag("cluster")
class TiersBenchmarkTest {
    @Test
    void whereReplicasAndReadsGoIsCountedOnRealNamenodes() {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = new CommandLine(new BenchCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute("tiers", "--quick", "--part", "placement");
        assertThat(exit).as(err.toString()).isZero();
        // Hybrid has a replica of every block on each tier, the first on the writer's node, on two racks at least.
        assertThat(out.toString())
                .containsPattern("(?m)^hybrid: replicas on pcie +of 1 +1 +0\\.333")
                .containsPattern("(?m)^hybrid: blocks in one rack only +of 1 +1 +0\\.000 ")
                .containsPattern("(?m)^hybrid: blocks with a replica on the writer's node +of 1 +1 +1\\.000 ")
                .containsPattern("(?m)^stock ONE_SSD: replicas on hdd +of 1 +1 +0\\.")
                .containsPattern("bench tiers: read_vs_network_aware=- read_vs_one_ssd=- read_vs_ideal_split=-"
                        + " write_vs_network_aware=- one_rack_share_hybrid=0\\.0000 fast_tier_reads_hybrid=0\\.\\d{3}"
                        + " addblock_ratio_100=- addblock_ratio_5000=- choose_ratio_vector_5000=-"
                        + " choose_ratio_novector_100=- getlocations_ratio_5000=-\\R$");
    }
}
