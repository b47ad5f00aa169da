package org.underbase.exalt.harness.report;

import org.underbase.exalt.harness.measure.Column;
import org.underbase.exalt.harness.profile.FlameGraph;
import org.underbase.exalt.harness.profile.Profile;
import org.underbase.exalt.harness.run.RunResult;

/** Self-contained HTML page of a result. */
public final class RunPage {
    private RunPage() {}

    /**
     * Formats a result: warnings, tables, and a chart per column.
     *
     * @param result result of a run
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
        body.append(Html.heading("Samples per second")).append("<div class=\"charts\">\n");
        for (Column column : Column.values()) {
            body.append(Chart.of(column, result.samples()));
        }
        body.append("</div>\n");
        for (Profile profile : result.profiles()) {
            body.append(Html.heading("Profile: " + profile.phase() + ", " + profile.kind()))
                    .append(FlameGraph.of(profile));
        }
        body.append(result.profiles().isEmpty() ? "" : Html.script("zoom.js"))
                .append(Html.heading("Fidelity"))
                .append(Html.items(result.fidelity().facts().entrySet().stream()
                        .map(fact -> fact.getKey() + ": " + fact.getValue())
                        .toList()))
                .append(Html.items(result.fidelity().settings().entrySet().stream()
                        .map(setting -> setting.getKey() + " = " + setting.getValue())
                        .toList()))
                .append(Html.items(result.fidelity().differences()));
        return Html.page("Exalt: a run", body.toString());
    }
}
