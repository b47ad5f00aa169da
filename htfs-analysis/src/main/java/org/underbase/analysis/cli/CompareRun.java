package org.underbase.analysis.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.compare.Comparison;
import org.underbase.analysis.compare.Profile;
import org.underbase.analysis.compare.Side;
import org.underbase.analysis.compare.Units;
import org.underbase.analysis.compare.UnitsFigure;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.report.Report;
import org.underbase.analysis.report.ResultJson;
import org.underbase.analysis.run.Selection;
import org.underbase.operator.page.Page;
import org.underbase.operator.page.RunFacts;

/** Comparison of two traces or results of earlier runs. */
final class CompareRun {
    private static final String LETTERS = "AB";

    private final Analyses analyses;
    private final List<String> cuts = new ArrayList<>();
    private final List<Optional<String>> pages = new ArrayList<>();

    /** The analysis of one trace. */
    interface Analyses {
        /** Reads the headers of a trace. */
        Profile profile(String location) throws IOException;

        /** Creates the analysis of a trace with the options of the command. */
        Analysis of(String location) throws IOException;

        /** Runs an analysis and prints its warnings. */
        AnalysisResult run(String location, Analysis analysis) throws IOException, InterruptedException;
    }

    CompareRun(Analyses analyses) {
        this.analyses = analyses;
    }

    /** Input of one side before it is analyzed. */
    private record Input(String name, Optional<Side> result, Optional<Trace> trace) {
        long lengthNanos() {
            return result.map(Side::lengthNanos)
                    .orElseGet(() -> trace.orElseThrow().lengthNanos());
        }
    }

    /** A trace that is not analyzed yet, and the times of its calls that the options select. */
    private record Trace(Analysis analysis, Profile profile, long fromNanos, long lastNanos) {
        private static Trace of(Analysis analysis, Profile profile) {
            Selection selected = analysis.settings().selection();
            return new Trace(
                    analysis,
                    profile,
                    Math.max(profile.firstNanos(), selected.fromNanos()),
                    Math.min(profile.lastNanos(), selected.toNanos() - 1));
        }

        private long lengthNanos() {
            return Math.max(0, lastNanos - fromNanos);
        }

        private Analysis cut(long length) {
            Selection selected = analysis.settings().selection();
            Selection cut = new Selection(fromNanos, fromNanos + length + 1, selected.table());
            return analysis.with(settings -> settings.withSelection(cut));
        }
    }

    /** Returns the pages of both sides; empty for a result without a page. */
    List<Optional<String>> pages() {
        return List.copyOf(pages);
    }

    Comparison run(List<String> locations) throws IOException, InterruptedException {
        List<Input> inputs = new ArrayList<>();
        for (String location : locations) {
            inputs.add(input(location));
        }
        long shorter = Math.min(inputs.get(0).lengthNanos(), inputs.get(1).lengthNanos());
        boolean both = inputs.stream().allMatch(input -> input.trace.isPresent());
        List<Side> sides = new ArrayList<>();
        for (Input input : inputs) {
            sides.add(side(input, LETTERS.charAt(sides.size()), shorter, both));
        }
        return new Comparison(sides.get(0), sides.get(1), cuts);
    }

    private Input input(String location) throws IOException {
        Optional<Path> file = result(location);
        if (file.isPresent()) {
            return new Input(location, Optional.of(Side.ofResult(location, read(file.get()))), Optional.empty());
        }
        Profile profile = analyses.profile(location);
        return new Input(location, Optional.empty(), Optional.of(Trace.of(analyses.of(location), profile)));
    }

    private Side side(Input input, char letter, long shorter, boolean intervals)
            throws IOException, InterruptedException {
        boolean longer = input.lengthNanos() > shorter;
        String kept = Format.nanos(shorter);
        String all = Format.nanos(input.lengthNanos());
        String lengths = kept + " of " + all;
        if (input.trace.isEmpty()) {
            if (longer && !kept.equals(all)) {
                cuts.add(letter + " is the result of an earlier run and cannot be cut to " + lengths
                        + ": lifetimes, locality and heat depend on the length");
            }
            pages.add(page(input.name));
            return input.result.orElseThrow();
        }
        Trace trace = input.trace.get();
        if (longer) {
            cuts.add("cut " + letter + " to its first " + lengths + ", the length of the other side");
        }
        Analysis analysis = longer ? trace.cut(shorter) : trace.analysis;
        AnalysisResult result = analyses.run(
                input.name, intervals ? analysis.with(settings -> settings.with(UnitsFigure.ID)) : analysis);
        pages.add(Optional.of(Report.html(result, Optional.empty(), RunFacts.titled(letter + ": " + input.name))));
        return new Side(
                input.name,
                ResultJson.of(result, Optional.empty()),
                intervals ? Optional.of(result.figures().get(Units.class)) : Optional.empty(),
                Optional.of(trace.profile));
    }

    /** Returns the file of a result, if the location is such a file or the directory of an earlier run. */
    private static Optional<Path> result(String location) {
        try {
            Path path = Path.of(location);
            Path inside = path.resolve(OutputOptions.RESULT);
            return Files.isRegularFile(inside)
                    ? Optional.of(inside)
                    : Optional.of(path).filter(file -> location.endsWith(".json") && Files.isRegularFile(file));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> page(String location) throws IOException {
        Path page = Path.of(location).resolve(Page.NAME);
        return Files.isRegularFile(page) ? Optional.of(Files.readString(page)) : Optional.empty();
    }

    private static JsonNode read(Path file) throws IOException {
        try {
            JsonNode result = new ObjectMapper().readTree(file.toFile());
            if (result.path("summary").path("events").isNumber()) {
                return result;
            }
        } catch (JsonProcessingException e) {
            throw new IOException(file + " is not the result of an analysis: " + e.getOriginalMessage(), e);
        }
        throw new IOException(file + " is not the result of an analysis: it has no summary");
    }
}
