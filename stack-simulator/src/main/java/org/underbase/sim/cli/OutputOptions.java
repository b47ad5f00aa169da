package org.underbase.sim.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.ProgressLine;
import org.underbase.operator.page.TablePage;
import org.underbase.sim.report.RunResult;
import org.underbase.sim.report.StudyOutput;
import org.underbase.sim.run.KeptRuns;
import org.underbase.sim.run.Run;
import org.underbase.sim.run.StudyRuns;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of {@code simulate} about its output. */
final class OutputOptions {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Write a page with all figures and tables, index.html, result.json and figures/*.csv to this"
                            + " directory. It keeps the results of finished runs: a repeated command simulates the missing ones.")
    private Path out;

    @Option(
            names = "--title",
            paramLabel = "TEXT",
            defaultValue = "Storage stack below HBase",
            description = "Heading of the page. Default: ${DEFAULT-VALUE}.")
    private String title;

    @Option(names = "--json", description = "Print JSON instead of tables.")
    private boolean json;

    /** Rejects invalid values. */
    void check(CommandLine line) {
        if (out != null && out.toString().isEmpty()) {
            throw new ParameterException(line, "invalid --out: the name is empty");
        }
        if (out != null && Files.exists(out, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(out)) {
            throw new ParameterException(line, "invalid --out " + out + ": is not a directory");
        }
    }

    /**
     * Simulates the runs that have no result yet, and writes the output.
     *
     * @param inputs everything on which the results depend, by name
     */
    void write(CommandLine line, List<? extends Run> runs, Map<String, String> inputs) throws IOException {
        PrintWriter err = line.getErr();
        if (out != null) {
            TablePage.prepare(out);
        }
        try (KeptRuns kept = out == null ? null : KeptRuns.open(out, inputs, err::println)) {
            List<RunResult> results;
            try (ProgressLine progress = new ProgressLine(err, "simulate")) {
                results = StudyRuns.run(runs, Optional.ofNullable(kept), progress::update);
            }
            StudyOutput study = new StudyOutput(title, results);
            if (json) {
                line.getOut().println(JsonText.of(study.json()));
            } else {
                line.getOut().print(study.text());
            }
            line.getOut().flush();
            if (out != null) {
                err.println("report: " + study.write(out));
            }
            err.flush();
        }
    }
}
