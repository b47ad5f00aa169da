package org.underbase.exalt.harness.run;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.Replayed;
import org.underbase.exalt.harness.measure.Column;
import org.underbase.exalt.harness.measure.Cost;
import org.underbase.exalt.harness.measure.HBaseWork;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.Sample;
import org.underbase.exalt.harness.node.GcTotals;
import org.underbase.exalt.harness.profile.Profile;

/** Fixed results for tests of reports. */
public final class Results {
    private Results() {}

    /** Creates a phase of ten seconds. */
    public static Phase phase(double busy, double ioWait, long minAvailableMemory, long errors) {
        Map<Column, Double> means = new EnumMap<>(Column.class);
        for (Column column : Column.values()) {
            means.put(column, 1.5);
        }
        return new Phase(
                "write",
                new LoadSpec(LoadSpec.Kind.WRITE, "/exalt", 1, 10, 3, 0, (short) 3, 1 << 20, 1, 1),
                10,
                new LoadProgress(
                        1000,
                        11_000,
                        3,
                        5_000_000,
                        6,
                        100,
                        errors,
                        errors > 0 ? "it broke" : "",
                        Replayed.NOTHING,
                        true),
                Map.of("create", 3L, "addBlock", 7L),
                means,
                Map.of("NameNode", new GcTotals(3, 12)),
                Map.of("NameNode", 2.5),
                busy,
                ioWait,
                minAvailableMemory,
                4711,
                4712,
                HBaseWork.NONE,
                samples());
    }

    /** Creates two seconds; the first lacks some columns. */
    public static List<Sample> samples() {
        return List.of(
                new Sample(1, "write", Map.of(Column.NN_CPU, 0.25)),
                new Sample(2, "write", Map.of(Column.NN_CPU, 0.5, Column.WRITE_MB_S, 123.4567)));
    }

    /** Creates a result with one warning. */
    public static RunResult result() {
        return new RunResult(
                12,
                List.of(phase(50, 1, 1L << 34, 0)),
                new Space(1000, 10, 4096),
                new Cost(4, 2, 100, 200, 4_000_000),
                new Cost(2, 1, 90, 80, 6_000_000),
                new Fidelity(Map.of("seed", "1"), Map.of("dfs.replication", "2"), List.of("<all> is & was emulated")),
                List.of("the machine was the limit"),
                samples(),
                List.of(new Profile(
                        "write", "NameNode", Map.of("IPC;a.B.c;d.E.<init>", 3L, "IPC;a.B.c", 1L), Map.of())));
    }
}
