package org.underbase.analysis.report;

import java.util.List;
import java.util.Optional;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.files.FileSizes;
import org.underbase.analysis.files.Files;
import org.underbase.analysis.paper.Paper;

/** Comparability of the paper's values with a trace: the workload of the paper has known column families. */
final class PaperWorkload {
    private static final int NAMED = 5;

    private PaperWorkload() {}

    /** Whether most column families of user tables are those of the paper; empty if the figures show none. */
    static Optional<Boolean> isOf(Figures figures) {
        return families(figures).filter(families -> !families.isEmpty()).map(PaperWorkload::isOf);
    }

    private static boolean isOf(List<String> families) {
        long known = families.stream().filter(Paper.FAMILIES::contains).count();
        return known > 0 && 2 * known >= families.size();
    }

    /** Returns a text for traces of other workloads, and for those that do not show theirs; empty for one of the paper's. */
    static Optional<String> warning(Figures figures) {
        return families(figures)
                .filter(families -> !isOf(families))
                .map(families -> Paper.SOURCE + " measured Facebook Messages on HBase, 8.3 days on nine machines. "
                        + (families.isEmpty()
                                ? "This trace shows no column families, so its workload is unknown: the values of the paper"
                                        + " may be no reference for it"
                                : "This trace is of another workload, with the column families "
                                        + String.join(", ", families.subList(0, Math.min(NAMED, families.size())))
                                        + (families.size() > NAMED ? ", ..." : "")
                                        + ": the values of the paper are no reference for it"));
    }

    private static Optional<List<String>> families(Figures figures) {
        return figures.find(Files.class).map(files -> files.sizes().seenKinds().stream()
                .map(FileSizes.OfKind::kind)
                .filter(FileKind::isUserStore)
                .map(FileKind::family)
                .distinct()
                .sorted()
                .toList());
    }
}
