package org.underbase.bench.prediction;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.underbase.operator.output.JsonText;

/**
 * Stored predictions of a part.
 *
 * @param path JSON file
 * @param hash SHA-256 of its contents when it was written, in hexadecimal digits
 */
record PredictionFile(Path path, String hash) {
    /**
     * Writes predictions to a new file.
     *
     * @param path missing file
     * @param predictions predictions to write
     */
    static PredictionFile write(Path path, List<Prediction> predictions) throws IOException {
        ObjectNode root = JsonText.object();
        ArrayNode array = root.putArray("predictions");
        for (Prediction prediction : predictions) {
            array.addObject()
                    .put("feature", prediction.feature())
                    .putPOJO("stock", prediction.stock().json())
                    .putPOJO("predicted", prediction.predicted().json())
                    .putPOJO("inProportion", prediction.inProportion().json())
                    .putPOJO("stockSpread", prediction.spread().stock().json())
                    .putPOJO("spread", prediction.spread().feature().json());
        }
        Files.write(path, JsonText.of(root).getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE_NEW);
        return new PredictionFile(path, hash(path));
    }

    /** Checks that the file is unchanged. */
    void check() throws IOException {
        if (!hash(path).equals(hash)) {
            throw new IOException(path + " changed after its SHA-256 was computed");
        }
    }

    private static String hash(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
