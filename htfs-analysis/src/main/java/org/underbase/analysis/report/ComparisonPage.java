package org.underbase.analysis.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.underbase.analysis.compare.Comparison;
import org.underbase.analysis.compare.ComparisonTable;
import org.underbase.operator.page.Page;
import org.underbase.operator.page.PageTemplate;

/** Page of a comparison: the headline numbers, and the reports of both sides. It needs no network. */
public final class ComparisonPage {
    private ComparisonPage() {}

    /**
     * Writes {@code index.html} into a directory, which is created if missing. An older page is replaced atomically.
     *
     * @param title heading of the page
     * @param reports pages of both sides; empty for a result without a page
     * @param directory directory of the page
     * @return path of the page
     * @throws IOException if the page cannot be written
     */
    public static Path write(Comparison comparison, String title, List<Optional<String>> reports, Path directory)
            throws IOException {
        return Page.write(html(comparison, title, reports), directory);
    }

    static String html(Comparison comparison, String title, List<Optional<String>> reports) throws IOException {
        return new PageTemplate(Page.resource(ComparisonPage.class, "comparison.html"))
                .fill(Map.of(
                        "title", PageTemplate.escapeText(title),
                        "style", Page.style(),
                        "heads", row("th", ComparisonTable.HEADS),
                        "rows",
                                ComparisonTable.cells(comparison).stream()
                                        .map(cells -> row("td", cells))
                                        .collect(Collectors.joining("\n")),
                        "notes",
                                comparison.notes().stream()
                                        .map(note -> "<li>" + PageTemplate.escapeText(note) + "</li>")
                                        .collect(Collectors.joining("\n")),
                        "caution", PageTemplate.escapeText(ComparisonTable.caution(comparison)),
                        "a", side("A", comparison.sides().get(0).name(), reports.get(0)),
                        "b", side("B", comparison.sides().get(1).name(), reports.get(1))));
    }

    private static String row(String element, List<String> cells) {
        return cells.stream()
                .map(cell -> "<" + element + ">" + PageTemplate.escapeText(cell) + "</" + element + ">")
                .collect(Collectors.joining("", "<tr>", "</tr>"));
    }

    private static String side(String letter, String name, Optional<String> report) {
        String heading = "<h2>" + letter + ": " + PageTemplate.escapeText(name) + "</h2>\n";
        return heading
                + report.map(page -> "<iframe title=\"" + letter + "\" srcdoc=\"" + PageTemplate.escapeText(page)
                                + "\"></iframe>")
                        .orElse("<p>The result of the earlier run has no page.</p>");
    }
}
