package org.underbase.bench.prediction;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.underbase.htfs.format.Activity;
import org.underbase.operator.output.JsonText;
import org.underbase.sim.layer.HdfsBytes;
import org.underbase.sim.layer.LayerModel;

/**
 * Prediction from the trace of a stock cluster.
 *
 * @param stock bytes without the feature
 * @param feature bytes with the feature
 * @param inProportion bytes with the feature if all layers changed in proportion to the bytes of HDFS clients
 */
record Prediction(LayerTable stock, LayerTable feature, LayerTable inProportion) {
    static Prediction localCompaction(
            TracedBytes trace, List<Activity> activities, Set<Activity> uncached, int replication) {
        LayerModel model = new LayerModel(replication);
        Prediction prediction = new Prediction(new LayerTable(), new LayerTable(), new LayerTable());
        for (Activity activity : activities) {
            HdfsBytes bytes = trace.of(activity, uncached);
            boolean compaction = activity == Activity.COMPACTION;
            prediction.stock.add(activity, model.stock(bytes));
            prediction.feature.add(activity, compaction ? model.localCompaction(bytes) : model.stock(bytes));
            prediction.inProportion.add(activity, compaction ? model.inProportion(bytes) : model.stock(bytes));
        }
        return prediction;
    }

    /** Writes the prediction to a new file, as JSON. */
    void write(Path file) throws IOException {
        String text = JsonText.of(JsonText.object()
                .put("feature", "localcompact")
                .putPOJO("stock", stock.json())
                .putPOJO("predicted", feature.json())
                .putPOJO("inProportion", inProportion.json()));
        Files.write(file, text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE_NEW);
    }

    /** Returns the SHA-256 of a file in hexadecimal digits. */
    static String hash(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
