package org.underbase.sim.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.underbase.operator.output.SizeText;
import org.underbase.sim.linux.DropBehind;
import org.underbase.sim.request.FileLayout;
import org.underbase.sim.request.RequestListener;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.study.Alternative.Switch;
import org.underbase.sim.study.AlternativesStudy;
import org.underbase.sim.study.Outcome;
import org.underbase.sim.study.StudySetup;
import org.underbase.sim.trace.CompileReport;

/**
 * Studies of alternatives: those with the same layout of files share one pass over the trace. If an alternative has tiers, the
 * machines differ, and all of them are simulated.
 */
final class LayoutStudies {
    /** Compiler of requests from the trace. */
    @FunctionalInterface
    interface Compiler {
        CompileReport compile(int machine, FileLayout layout, RequestListener listener) throws IOException;
    }

    private final List<Alternative> alternatives;
    private final int machines;
    private final List<Integer> chosen;
    private final StudySetup setup;
    private final double minutes;
    private final Map<Alternative, Outcome> outcomes = new LinkedHashMap<>();
    private final Set<String> notes = new LinkedHashSet<>();

    /**
     * Creates studies.
     *
     * @param alternatives alternatives with different names, the baseline first
     * @param machines machines of the cluster
     * @param machine simulated machine, if no alternative has tiers
     * @param setup slices and threads
     * @param minutes simulated time
     */
    LayoutStudies(List<Alternative> alternatives, int machines, int machine, StudySetup setup, double minutes) {
        this.alternatives = alternatives;
        this.machines = machines;
        this.chosen = areAllSimulated(alternatives)
                ? IntStream.range(0, machines).boxed().toList()
                : List.of(machine);
        this.setup = setup;
        this.minutes = minutes;
    }

    /** Simulates all alternatives; returns the report about the requests of the baseline. */
    CompileReport run(Compiler compiler) throws IOException {
        Map<FileLayout, List<Alternative>> grouped = new LinkedHashMap<>();
        for (Alternative alternative : alternatives) {
            grouped.computeIfAbsent(alternative.layout(), layout -> new ArrayList<>())
                    .add(alternative);
        }
        CompileReport first = null;
        for (Map.Entry<FileLayout, List<Alternative>> group : grouped.entrySet()) {
            Map<Alternative, List<Outcome>> byMachine = new LinkedHashMap<>();
            for (int machine : chosen) {
                try (AlternativesStudy study = new AlternativesStudy(group.getValue(), setup, machine, machines)) {
                    CompileReport report = compiler.compile(machine, group.getKey(), study);
                    first = first == null ? report : first;
                    if (machine == chosen.get(0)) {
                        note(group.getValue(), report);
                    }
                    for (Outcome outcome : study.finish(minutes)) {
                        byMachine
                                .computeIfAbsent(outcome.alternative(), alternative -> new ArrayList<>())
                                .add(outcome);
                    }
                }
            }
            byMachine.forEach((alternative, all) -> outcomes.put(alternative, Outcome.ofAll(all)));
        }
        return first;
    }

    private void note(List<Alternative> group, CompileReport report) {
        report.placementNotes()
                .forEach(note -> notes.add("tier=" + group.get(0).layout().placement() + ": " + note));
        if (report.longestBlock() <= DropBehind.LONGEST_KEPT) {
            group.stream()
                    .filter(alternative -> alternative.has(Switch.NO_WRITE_ALLOCATE))
                    .findFirst()
                    .ifPresent(
                            alternative -> notes.add(alternative.name() + ": no-write-allocate has no effect, because"
                                    + " DataNodes leave block files of at most " + SizeText.of(DropBehind.LONGEST_KEPT)
                                    + " in the page cache, and the trace writes no longer one"));
        }
    }

    /** Returns one line per effect of a feature that its name does not suggest. */
    Set<String> notes() {
        return notes;
    }

    /** Whether all machines are simulated. */
    static boolean areAllSimulated(List<Alternative> alternatives) {
        return alternatives.stream()
                .anyMatch(alternative -> alternative.layout().isTiered());
    }

    /** Returns the outcomes in the order of the alternatives. */
    List<Outcome> outcomes() {
        return alternatives.stream().map(outcomes::get).toList();
    }
}
