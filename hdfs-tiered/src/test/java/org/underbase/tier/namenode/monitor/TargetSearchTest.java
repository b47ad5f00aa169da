package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.junit.jupiter.api.Test;
import org.underbase.tier.namenode.monitor.TargetSearch.Result;

/** Reasons why no DataNode takes a replica. */
class TargetSearchTest {
    private final TargetSearch search = new TargetSearch();
    private final DatanodeDescriptor one = DFSTestUtil.getDatanodeDescriptor("10.0.0.1", "/r0");
    private final DatanodeDescriptor two = DFSTestUtil.getDatanodeDescriptor("10.0.0.2", "/r0");
    private final DatanodeDescriptor other = DFSTestUtil.getDatanodeDescriptor("10.0.0.3", "/r0");

    private String reason() {
        return reason(3);
    }

    private String reason(int members) {
        return search.reason("fast", members, node -> !node.equals(other));
    }

    @Test
    void reasonCountsTheCausesOfTheTier() {
        assertThat(search.fits(one, Result.FULL)).isFalse();
        assertThat(search.fits(one, Result.NODE)).as("for another source").isFalse();
        assertThat(search.fits(two, Result.BUSY)).isFalse();
        assertThat(search.fits(other, Result.OUT_OF_SERVICE)).isFalse();
        assertThat(reason())
                .isEqualTo(
                        "no node of the tier 'fast' can take a replica now: 1 DataNode busy or with a move that has just"
                                + " failed (see -status), 1 DataNode without space in a directory of a storage type that the"
                                + " file's storage policy uses");
    }

    @Test
    void suitableTargetMeansThatTheSourceIsNotReady() {
        assertThat(search.fits(one, Result.FITS)).isTrue();
        search.fits(two, Result.FULL);
        assertThat(reason()).startsWith("the DataNode with the replica to move to the tier 'fast' is busy");
    }

    @Test
    void reasonOfALargeTierIsThatOfItsSample() {
        search.fits(one, Result.FULL);
        search.fits(two, Result.FULL);
        assertThat(reason(MovePlanner.SAMPLE)).startsWith("no node of the tier 'fast' can take a replica now: 2 ");
        assertThat(reason(MovePlanner.SAMPLE + 1))
                .startsWith("none of the 2 examined of 65 DataNodes of the tier 'fast' can take a replica now: 2 ");
    }

    @Test
    void tierWithoutAnotherDataNodeIsTheReason() {
        search.fits(other, Result.FULL);
        assertThat(reason()).isEqualTo("no node of the tier 'fast' can take a replica now: it has no other DataNode");
    }
}
