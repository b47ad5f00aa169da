package org.underbase.sim.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LayerModelTest {
    private static final HdfsBytes COMPACTION = new HdfsBytes(1000, 0, 600, 800, 0);

    @Test
    void stockSendsTheOutputToTheOtherReplicasAndReadsTheInputsOnce() {
        Map<Layer, Double> layers = new LayerModel(3).stock(COMPACTION);
        assertThat(layers.get(Layer.HDFS_WRITTEN)).isEqualTo(800);
        // Two replicas with checksums (4 bytes per 512) and headers (240 bytes per packet of 126 chunks).
        assertThat(layers.get(Layer.NETWORK)).isCloseTo(1600 * (1 + 4.0 / 512 + 240.0 / 64512), within(1e-9));
        assertThat(layers.get(Layer.DATANODES_READ)).isEqualTo(1000);
        assertThat(layers.get(Layer.DATANODES_WRITTEN)).isEqualTo(2400);
        assertThat(layers.get(Layer.DISKS_READ)).isEqualTo(600);
        assertThat(layers.get(Layer.DISKS_WRITTEN)).isCloseTo(2418.75, within(1e-9));
    }

    /** The pairs of the evidence of {@code bench localcompact}: 207.02 MB of output send 418.8 MB. */
    @Test
    void networkOfAStockCompactionIsThatOfTheBenchmark() {
        HdfsBytes major = new HdfsBytes(207_020_000, 0, 0, 207_020_000, 0);
        assertThat(new LayerModel(3).stock(major).get(Layer.NETWORK)).isCloseTo(418.8e6, within(0.2e6));
    }

    @Test
    void localCompactionSendsNothingAndReadsTheInputsOnEveryNode() {
        LayerModel model = new LayerModel(3);
        Map<Layer, Double> stock = model.stock(COMPACTION);
        Map<Layer, Double> local = model.localCompaction(COMPACTION);
        assertThat(local.get(Layer.NETWORK)).isZero();
        assertThat(local.get(Layer.DATANODES_READ)).isEqualTo(3000);
        assertThat(local.get(Layer.DISKS_READ)).isEqualTo(1800);
        for (Layer same : new Layer[] {Layer.HDFS_WRITTEN, Layer.DATANODES_WRITTEN, Layer.DISKS_WRITTEN}) {
            assertThat(local.get(same)).as(same.label()).isEqualTo(stock.get(same));
        }
    }

    @Test
    void onlyInputsOfOtherNodesCrossTheNetwork() {
        LayerModel model = new LayerModel(2);
        HdfsBytes remote = new HdfsBytes(64512, 64512, 0, 64512, 0);
        double sent = 64512 + 504 + 240;
        assertThat(model.stock(remote).get(Layer.NETWORK)).isCloseTo(2 * sent, within(1e-6));
        assertThat(model.localCompaction(remote).get(Layer.NETWORK)).isCloseTo(sent, within(1e-6));
    }

    @Test
    void chunksThatAreSentAgainReachDataNodesButNotTheDisks() {
        Map<Layer, Double> log = new LayerModel(3).stock(new HdfsBytes(0, 0, 0, 1000, 300));
        assertThat(log.get(Layer.DATANODES_WRITTEN)).isEqualTo(3300);
        assertThat(log.get(Layer.NETWORK)).isCloseTo(2200 * (1 + 4.0 / 512 + 240.0 / 64512), within(1e-9));
        assertThat(log.get(Layer.DISKS_WRITTEN)).isCloseTo(3023.4375, within(1e-9));
    }

    @Test
    void theReferenceScalesEveryLayerWithTheBytesOfClients() {
        LayerModel model = new LayerModel(3);
        double factor = (3000.0 + 800) / 1800;
        model.stock(COMPACTION).forEach((layer, bytes) -> assertThat(
                        model.inProportion(COMPACTION).get(layer))
                .as(layer.label())
                .isCloseTo(bytes * factor, within(1e-9)));
        assertThat(model.inProportion(new HdfsBytes(0, 0, 0, 0, 0)).values()).containsOnly(0.0);
    }

    @Test
    void rejectsPartsThatExceedTheWhole() {
        assertThatThrownBy(() -> new HdfsBytes(10, 11, 0, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("remotely 11");
        assertThatThrownBy(() -> new HdfsBytes(10, 0, 11, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
