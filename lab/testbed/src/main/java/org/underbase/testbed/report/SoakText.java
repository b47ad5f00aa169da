package org.underbase.testbed.report;

import java.util.stream.Collectors;

/** Formats the result of a soak as text for a terminal or as Markdown for {@code docs/evidence}. */
public final class SoakText {
    private SoakText() {}

    /**
     * Formats the detail and the machine-readable line {@code soak NAME: result=passed|failed key=value ...}.
     *
     * @param name name of the soak
     * @param result the result
     */
    public static String plain(String name, SoakResult result) {
        return detail(result) + lastLine(name, result) + "\n";
    }

    /**
     * Formats the evidence file.
     *
     * @param name name of the soak
     * @param result the result
     * @param command the command line
     * @param setting date, versions and machine
     */
    public static String markdown(String name, SoakResult result, String command, Setting setting) {
        return "# soak " + name + "\n\n```\n" + command + "\n" + lastLine(name, result) + "\n```\n\n"
                + setting.markdown()
                + (result.detail().isBlank() ? "" : "\n```\n" + detail(result) + "```\n");
    }

    private static String detail(SoakResult result) {
        return result.detail().isBlank() ? "" : result.detail().strip() + "\n";
    }

    private static String lastLine(String name, SoakResult result) {
        return result.metrics().entrySet().stream()
                .map(metric -> " " + metric.getKey() + "=" + metric.getValue())
                .collect(Collectors.joining(
                        "", "soak " + name + ": result=" + (result.passed() ? "passed" : "failed"), ""));
    }
}
