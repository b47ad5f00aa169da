package org.underbase.bench.prediction;

import java.io.IOException;
import java.util.List;
import org.underbase.htfs.format.Activity;
import org.underbase.operator.output.ProgressLine;
import org.underbase.sim.layer.HdfsBytes;
import org.underbase.sim.layer.LayerModel;
import org.underbase.testbed.report.BenchOptions;

/** Part {@code localcompact}: predicts the bytes with local compaction from the trace of a stock cluster. */
final class LocalCompactPart {
    static final String NAME = "localcompact";

    private final BenchOptions options;
    private final ProgressLine progress;

    LocalCompactPart(BenchOptions options, ProgressLine progress) {
        this.options = options;
        this.progress = progress;
    }

    void run(Trial trial) throws IOException, InterruptedException {
        MeasuredCluster.Result traced = cluster("traced", false);
        trial.run(
                NAME,
                values(traced.bytes()),
                List.of(predict(traced.trace())),
                (name, alternative) ->
                        values(cluster(name, alternative.isPresent()).bytes()));
    }

    private MeasuredCluster.Result cluster(String name, boolean on) throws IOException, InterruptedException {
        return new MeasuredCluster(options, progress).run(name, on);
    }

    private static Values values(LayerTable bytes) {
        return bytes.values(MeasuredCluster.ACTIVITIES);
    }

    private static Prediction predict(TracedBytes trace) {
        LayerModel model = new LayerModel(MeasuredCluster.REPLICATION);
        LayerTable stock = new LayerTable();
        LayerTable feature = new LayerTable();
        LayerTable inProportion = new LayerTable();
        for (Activity activity : MeasuredCluster.ACTIVITIES) {
            HdfsBytes bytes = trace.of(activity, MeasuredCluster.UNCACHED);
            boolean compaction = activity == Activity.COMPACTION;
            stock.add(activity, model.stock(bytes));
            feature.add(activity, compaction ? model.localCompaction(bytes) : model.stock(bytes));
            inProportion.add(activity, compaction ? model.inProportion(bytes) : model.stock(bytes));
        }
        return new Prediction(NAME, values(stock), values(feature), values(inProportion));
    }
}
