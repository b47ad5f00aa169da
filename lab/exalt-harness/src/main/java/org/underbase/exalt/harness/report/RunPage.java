package org.underbase.exalt.harness.report;

import org.underbase.exalt.harness.measure.Column;
import org.underbase.exalt.harness.profile.FlameGraph;
import org.underbase.exalt.harness.profile.Profile;
import org.underbase.exalt.harness.run.RunResult;

/** A result as one page that needs nothing else. */
public final class RunPage {
    private RunPage() {}

    /**
     * Warnings first, then the tables, then each column over time.
     *
     * @param result of a run
     * @return HTML
     */
    public static String of(RunResult result) {
        StringBuilder body = new StringBuilder();
        if (!result.warnings().isEmpty()) {
            body.append("<div class=\"warning\">")
                    .append(Html.items(result.warnings()))
                    .append("</div>\n");
        }
        body.append(Html.preformatted(RunText.measured(result)));
        body.append(Html.heading("Second by second")).append("<div class=\"charts\">\n");
        for (Column column : Column.values()) {
            body.append(Chart.of(column, result.samples()));
        }
        body.append("</div>\n");
        for (Profile profile : result.profiles()) {
            body.append(Html.heading("Where the time went: " + profile.phase() + ", " + profile.kind()))
                    .append(FlameGraph.of(profile));
        }
        body.append(result.profiles().isEmpty() ? "" : Html.script("zoom.js"))
                .append(Html.heading("What was real"))
                .append(Html.items(result.fidelity().facts().entrySet().stream()
                        .map(fact -> fact.getKey() + ": " + fact.getValue())
                        .toList()))
                .append(Html.items(result.fidelity().differences()));
        return Html.page("Exalt: a run", body.toString());
    }
}
