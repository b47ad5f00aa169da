package org.underbase.bench.prediction.tiers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.underbase.sim.disk.DiskModel;

class TierModelTest {
    private static final long BLOCK = LoadRequest.BLOCK;
    private static final long SECOND = 1_000_000_000;
    private static final long SOFTWARE = 20_000_000;
    private static final long METADATA = 20_000;
    private static final double LINK_FACTOR = 1.05;
    /** A node with an HDD, which has the first replica of its files in stock HDFS. */
    private static final String NODE = "n2";

    private static long device(Tier tier) {
        return tier.simulated().seekNanos(DiskModel.OTHER_FILE)
                + tier.simulated().transferNanos(BLOCK);
    }

    /** Files of one node that it reads itself, each a while after the one before. */
    private static TracedLoad load(int files, long interval) {
        List<TracedLoad.Write> writes = new ArrayList<>();
        List<TracedLoad.Read> reads = new ArrayList<>();
        for (int file = 0; file < files; file++) {
            writes.add(new TracedLoad.Write(NODE, BLOCK));
            reads.add(new TracedLoad.Read(file, NODE, BLOCK, file * interval, device(Tier.DISK) + SOFTWARE, NODE));
        }
        return new TracedLoad(writes, reads);
    }

    /** Model of a load, with the counters of a stock cluster: two replicas cross links, and no read does. */
    private static TierModel model(TracedLoad load) throws IOException {
        int files = load.writes().size();
        Map<Bytes, Double> bytes = Totals.none();
        bytes.put(Bytes.DISK_WRITTEN, 3.0 * files * (BLOCK + METADATA));
        bytes.put(Bytes.NETWORK, 2.0 * files * BLOCK * LINK_FACTOR);
        return new TierModel(load, new Totals(bytes, List.of()));
    }

    private static double share(Totals totals, Bytes part, Bytes rest) {
        double bytes = totals.bytes().get(part);
        return bytes / (bytes + totals.bytes().get(rest));
    }

    @Test
    void aReadThatHasItsDeviceForItselfTakesAsLongAsInTheTrace() throws IOException {
        TierModel model = model(load(10, 10 * SECOND));

        Totals stock = model.stock(1);

        assertThat(model.softwareNanos()).isEqualTo(SOFTWARE);
        assertThat(stock.readNanos()).containsOnly(device(Tier.DISK) + SOFTWARE);
        assertThat(stock.bytes().get(Bytes.DATANODES_READ)).isCloseTo(10.0 * BLOCK * 516 / 512, within(1.0));
        assertThat(stock.bytes().get(Bytes.DISK_READ)).isEqualTo(10.0 * BLOCK);
        assertThat(stock.bytes().get(Bytes.DATANODES_WRITTEN)).isEqualTo(30.0 * BLOCK);
    }

    @Test
    void readsWaitForEarlierOnesAtTheirDevice() throws IOException {
        Totals stock = model(load(3, 0)).stock(1);

        assertThat(stock.readNanos())
                .containsExactly(
                        device(Tier.DISK) + SOFTWARE,
                        2 * device(Tier.DISK) + SOFTWARE,
                        3 * device(Tier.DISK) + SOFTWARE);
    }

    @Test
    void onlyTwoReplicasOfAStockFileCrossLinks() throws IOException {
        TierModel model = model(load(100, SECOND));
        double stock = model.stock(1).bytes().get(Bytes.NETWORK);
        double fast = model.with(new Alternative("fast=3", "hybrid"), 1).bytes().get(Bytes.NETWORK);

        // Also a third replica and the read.
        assertThat(stock / (100 * BLOCK)).isCloseTo(2 * LINK_FACTOR, within(1e-9));
        assertThat(fast / (100 * BLOCK)).isCloseTo(4 * LINK_FACTOR, within(1e-9));
    }

    /** The second and the third replica of a stock file are on two of the three nodes of a rack; one of the three has an SSD. */
    @Test
    void stockFilesHaveTwoThirdsOfAReplicaOnFastDevices() throws IOException {
        Totals stock = model(load(5000, SECOND)).stock(1);

        assertThat(share(stock, Bytes.FAST_WRITTEN, Bytes.DISK_WRITTEN)).isCloseTo(2.0 / 9, within(0.01));
    }

    @Test
    void aVectorPlacesItsReplicasOnEachTier() throws IOException {
        TierModel model = model(load(100, SECOND));

        Totals mixed = model.with(new Alternative("fast=1,disk=2", "hybrid"), 1);
        Totals fast = model.with(new Alternative("fast=3", "hybrid"), 1);

        assertThat(share(mixed, Bytes.FAST_WRITTEN, Bytes.DISK_WRITTEN)).isCloseTo(1.0 / 3, within(1e-9));
        assertThat(mixed.bytes().get(Bytes.FAST_WRITTEN)).isCloseTo(100.0 * (BLOCK + METADATA), within(1.0));
        assertThat(fast.bytes().get(Bytes.DISK_WRITTEN)).isZero();
        assertThat(fast.bytes().get(Bytes.DISK_READ)).isZero();
        assertThat(fast.readNanos()).allMatch(nanos -> nanos < device(Tier.DISK));
    }

    /** 3 SSDs of 191 MB/s and 6 HDDs of 61 MB/s: in proportion to bandwidth, the SSDs serve 0.61 of the reads. */
    @Test
    void weightedReadsFollowTheBandwidthOfTheTiers() throws IOException {
        TierModel model = model(load(5000, SECOND));

        Totals totals = model.with(new Alternative("fast=1,disk=2", "tier-aware"), 1);

        double bandwidth = 3 * 191;
        assertThat(share(totals, Bytes.FAST_READ, Bytes.DISK_READ))
                .isCloseTo(bandwidth / (bandwidth + 6 * 61), within(0.02));
    }

    @Test
    void theSameSeedGivesTheSameDecisions() throws IOException {
        TierModel model = model(load(50, SECOND));
        Alternative alternative = new Alternative("fast=1,disk=2", "hybrid");

        assertThat(model.with(alternative, 3).bytes())
                .isEqualTo(model.with(alternative, 3).bytes())
                .isNotEqualTo(model.with(alternative, 4).bytes());
    }

    @Test
    void aTraceWithoutReadsIsRejected() {
        assertThatThrownBy(() -> model(load(0, SECOND)))
                .isInstanceOf(IOException.class)
                .hasMessage("no read of the trace had a device for itself");
    }
}
