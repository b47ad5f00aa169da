package org.underbase.analysis.estimate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.CsvTables;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.figure.TraceFacts;

/** Estimates for all files, with 95% intervals, of the figures of a trace with the calls on a fraction of the files. */
public final class EstimatesFigure implements Figure<EstimatesPartial, Estimates> {
    private static final AllFigures ESTIMABLE = AllFigures.estimable();

    @Override
    public Class<Estimates> resultType() {
        return Estimates.class;
    }

    /** After the numbers that it estimates. */
    @Override
    public int position() {
        return 1000;
    }

    @Override
    public EstimatesPartial start(TraceFacts trace) {
        return new EstimatesPartial(ESTIMABLE, trace);
    }

    @Override
    public FileVisitor file(EstimatesPartial sums, FileFacts file) {
        return sums.file(file);
    }

    @Override
    public Estimates finish(EstimatesPartial whole, TraceFacts trace) {
        return whole.finish();
    }

    @Override
    public void addJson(Estimates estimates, ObjectNode json) {
        if (estimates.fraction() >= 1) {
            return;
        }
        ObjectNode node = json.putObject("estimates")
                .put("fraction", estimates.fraction())
                .put("files", estimates.files());
        estimates.reason().ifPresent(reason -> node.put("notAvailable", reason));
        ArrayNode numbers = node.putArray("numbers");
        for (Estimates.Estimate estimate : estimates.numbers()) {
            ObjectNode bounds = JsonNodeFactory.instance
                    .objectNode()
                    .put("value", estimate.value())
                    .put("low", estimate.low())
                    .put("high", estimate.high());
            numbers.addObject()
                    .put("number", estimate.name())
                    .put("share", estimate.share())
                    .setAll(bounds);
            int slash = estimate.name().lastIndexOf('/');
            if (at(json, estimate.name().substring(0, slash)) instanceof ObjectNode parent) {
                parent.set(estimate.name().substring(slash + 1) + "Estimate", bounds);
            }
        }
    }

    /** Returns the node at a path. */
    private static JsonNode at(JsonNode root, String path) {
        JsonNode node = root;
        for (String step : path.split("/", -1)) {
            int equals = step.indexOf('=');
            node = equals < 0 ? node.path(step) : element(node, step.substring(0, equals), step.substring(equals + 1));
        }
        return node;
    }

    private static JsonNode element(JsonNode array, String field, String value) {
        for (JsonNode element : array) {
            if (element.path(field).asText().equals(value)) {
                return element;
            }
        }
        return MissingNode.getInstance();
    }

    @Override
    public void addCsv(Estimates estimates, CsvTables tables) {
        if (estimates.numbers().isEmpty()) {
            return;
        }
        CsvTables.Table table = tables.table("estimates", "estimates", "number", "bytes, calls or share");
        for (Estimates.Estimate estimate : estimates.numbers()) {
            table.row("estimate", estimate.name(), estimate.value());
            table.row("low", estimate.name(), estimate.low());
            table.row("high", estimate.name(), estimate.high());
        }
    }
}
