package org.underbase.testbed.report;

import java.util.stream.Collectors;

/** What a soak found, as text for a terminal or as Markdown for {@code docs/evidence}. */
public final class SoakText {
    private SoakText() {}

    /** Details, then the machine-readable line {@code soak NAME: result=passed|failed key=value ...}. */
    public static String plain(String name, SoakResult result) {
        return detail(result) + lastLine(name, result) + "\n";
    }

    /** The evidence file; {@code command} is what was typed. */
    public static String markdown(String name, SoakResult result, String command, Setting setting) {
        return "# soak " + name + "\n\n```\n" + command + "\n" + lastLine(name, result) + "\n```\n\n"
                + setting.markdown()
                + (result.detail().isBlank() ? "" : "\n```\n" + detail(result) + "```\n");
    }

    private static String detail(SoakResult result) {
        return result.detail().isBlank() ? "" : result.detail().strip() + "\n";
    }

    private static String lastLine(String name, SoakResult result) {
        return result.figures().entrySet().stream()
                .map(figure -> " " + figure.getKey() + "=" + figure.getValue())
                .collect(Collectors.joining(
                        "", "soak " + name + ": result=" + (result.passed() ? "passed" : "failed"), ""));
    }
}
