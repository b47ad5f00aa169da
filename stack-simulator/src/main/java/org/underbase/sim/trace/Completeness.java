package org.underbase.sim.trace;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.CorruptRange;
import org.underbase.htfs.format.ReadReport;
import org.underbase.sim.request.FileLayout;
import org.underbase.sim.request.Tier;

/** Checks that a trace contains what a simulation needs. */
final class Completeness {
    private static final double PERCENT = 100;

    private Completeness() {}

    /**
     * Checks the calls.
     *
     * @param report report of the reader
     * @param survey files and processes
     * @param defects receives one line per kind of missing calls
     * @throws UnusableTraceException if no simulation is possible
     */
    static void check(ReadReport report, Survey survey, List<String> defects) throws UnusableTraceException {
        if (report.leastSampling() < BlockHeader.ALL) {
            throw new UnusableTraceException(
                    "the trace contains the calls on a sample of the files: record it with underbase.trace.sampling=1");
        }
        long bytes = sum(survey, ProcessSums::bytes);
        if (bytes == 0) {
            throw new UnusableTraceException("the trace has no reads and writes");
        }
        if (sum(survey, ProcessSums::opened) > 0 && sum(survey, ProcessSums::closed) == 0) {
            throw new UnusableTraceException("the trace has no close calls: the ends of logs are unknown");
        }
        if (report.drops().total() > 0) {
            defects.add(String.format(
                    Locale.ROOT,
                    "%,d calls, which moved %.2g%% of the bytes, were lost while recording (record with"
                            + " underbase.trace.ring.full=block)",
                    report.drops().total(),
                    PERCENT
                            * report.drops().totalBytes()
                            / (bytes + report.drops().totalBytes())));
        }
        for (CorruptRange range : report.corruptRanges()) {
            defects.add("corrupt: " + range);
        }
        for (String line : report.missingSegments()) {
            defects.add("missing: " + line);
        }
        for (String segment : report.unclosed()) {
            defects.add(segment + " has no end mark");
        }
    }

    /** Checks that the replicas of a file are on different machines. */
    static void check(Machines machines, Survey survey, MachineUnit unit) throws UnusableTraceException {
        long replication = survey.files().files().stream()
                .filter(file -> file.kind().type() != FileKind.Type.OTHER)
                .mapToLong(FileFacts::replication)
                .max()
                .orElse(0);
        if (machines.count() < replication) {
            throw new UnusableTraceException(String.format(
                    Locale.ROOT,
                    "%d replicas need as many machines, but the trace has %d (%s)%s",
                    replication,
                    machines.count(),
                    String.join(", ", machines.names()),
                    unit == MachineUnit.HOST
                            ? "; --machine-unit process gives each RegionServer its own DataNode"
                            : ""));
        }
    }

    /** Checks that there are enough machines for a layout. */
    static void check(Machines machines, FileLayout layout) throws UnusableTraceException {
        if (machines.count() < layout.replication()) {
            throw new UnusableTraceException(String.format(
                    Locale.ROOT,
                    "replication=%d needs as many machines, but the trace has %d (%s)",
                    layout.replication(),
                    machines.count(),
                    String.join(", ", machines.names())));
        }
        for (Tier tier : layout.isTiered() ? layout.tiers() : List.<Tier>of()) {
            if (tier.nodes() > machines.count()) {
                throw new UnusableTraceException(String.format(
                        Locale.ROOT,
                        "tier.%s.nodes=%d in the hardware file, but the trace has %d machines",
                        tier.name(),
                        tier.nodes(),
                        machines.count()));
            }
        }
    }

    private static long sum(Survey survey, ToLongFunction<ProcessSums> value) {
        return survey.processes().values().stream().mapToLong(value).sum();
    }
}
