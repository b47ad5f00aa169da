package org.underbase.analysis.fit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.Chart;
import org.underbase.analysis.figure.CsvTables;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.figure.Quantity;
import org.underbase.analysis.figure.TraceFacts;

/** Workload fit: parameters of {@code workload messages} that follow from the trace. */
public final class FitFigure implements Figure<FitPartial, WorkloadFit> {
    @Override
    public Class<WorkloadFit> resultType() {
        return WorkloadFit.class;
    }

    @Override
    public int position() {
        return 56;
    }

    @Override
    public FitPartial start(TraceFacts trace) {
        return new FitPartial();
    }

    @Override
    public FileVisitor file(FitPartial sums, FileFacts file) {
        return sums.file(file);
    }

    @Override
    public WorkloadFit finish(FitPartial whole, TraceFacts trace) {
        return new FitResult(whole).fit();
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        return Map.of("workloadFit", Set.of(Quantity.HDFS_BYTES, Quantity.ACTIVITIES, Quantity.NAMESPACE));
    }

    @Override
    public void addJson(WorkloadFit fit, ObjectNode json) {
        ObjectNode node = json.putObject("workloadFit").put("regions", fit.regions());
        fit.byBlock().ifPresent(law -> addJson(law, node.putObject("readsByBlock")));
        fit.byRegion().ifPresent(law -> addJson(law, node.putObject("readsByRegion")));
        ObjectNode log = node.putObject("log")
                .put("bytes", fit.log().bytes())
                .put("syncs", fit.log().syncs());
        addJson(fit.log().perSync(), log.putObject("bytesPerSync"));
        ObjectNode flushes =
                node.putObject("flushes").put("count", fit.flushes().count());
        fit.flushes().logged().ifPresent(bytes -> flushes.put("loggedPerFlush", bytes));
        fit.flushes().flushed().ifPresent(bytes -> flushes.put("flushedPerFlush", bytes));
        fit.inputsPerCompaction().ifPresent(files -> node.put("inputsPerCompaction", files));
        ArrayNode families = node.putArray("families");
        for (WorkloadFit.Family family : fit.families()) {
            ObjectNode of = families.addObject()
                    .put("family", family.label())
                    .put("reads", family.reads())
                    .put("read", family.readBytes())
                    .put("flushed", family.flushed());
            addJson(family.readSizes(), of.putObject("readSizes"));
            addJson(family.flushSizes(), of.putObject("flushSizes"));
        }
        MessagesOptions options = new MessagesOptions(fit);
        ArrayNode estimates = node.putArray("messages");
        for (MessagesOptions.Estimate estimate : options.estimates()) {
            estimates
                    .addObject()
                    .put("option", estimate.name())
                    .put("value", estimate.value())
                    .put("basis", estimate.basis())
                    .put("residual", estimate.residual());
        }
        ArrayNode unknown = node.putArray("unknown");
        options.unknown().forEach(unknown::add);
    }

    private static void addJson(ZipfFit law, ObjectNode node) {
        ArrayNode points = node.put("exponent", law.exponent())
                .put("residual", law.residual())
                .putArray("points");
        law.points().forEach(point -> points.addArray().add(point.rank()).add(point.reads()));
    }

    private static void addJson(WorkloadFit.Quantiles sizes, ObjectNode node) {
        node.put("count", sizes.count())
                .put("p10", sizes.p10())
                .put("p50", sizes.p50())
                .put("p90", sizes.p90());
    }

    @Override
    public void addCsv(WorkloadFit fit, CsvTables tables) {
        CsvTables.Table reads = tables.table("reads-by-rank", "workloadFit", "rank", "reads");
        fit.byBlock().ifPresent(law -> addCsv("blocks of 64 KiB", law, reads));
        fit.byRegion().ifPresent(law -> addCsv("regions", law, reads));
        CsvTables.Table families = tables.table("family-sizes", "workloadFit", "family", "bytes");
        for (WorkloadFit.Family family : fit.families()) {
            addCsv("read", family.label(), family.readSizes(), families);
            addCsv("flush", family.label(), family.flushSizes(), families);
        }
    }

    private static void addCsv(String series, ZipfFit law, CsvTables.Table table) {
        law.points().forEach(point -> table.row(series, Long.toString(point.rank()), point.reads()));
    }

    private static void addCsv(String series, String family, WorkloadFit.Quantiles sizes, CsvTables.Table table) {
        if (sizes.count() > 0) {
            table.row(series + " p10", family, sizes.p10());
            table.row(series + " p50", family, sizes.p50());
            table.row(series + " p90", family, sizes.p90());
        }
    }

    @Override
    public List<Chart> charts() {
        return List.of(new Chart("workloadFit", 80, FitFigure::caption));
    }

    private static String caption(Figures figures) {
        Optional<ZipfFit> law = figures.get(WorkloadFit.class).byBlock();
        return law.isEmpty()
                ? "Too few blocks were read several times to fit Zipf's law."
                : "Reads by block of 64 KiB follow Zipf's law with the exponent "
                        + Format.number(law.get().exponent()) + ", with a deviation of "
                        + Format.number(law.get().residual())
                        + " in the logarithm; the paper does not state the skew.";
    }
}
