package org.underbase.analysis.rules;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import org.underbase.analysis.actors.Actors;
import org.underbase.analysis.bytype.ByType;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.files.FileSizes;
import org.underbase.analysis.files.Files;
import org.underbase.analysis.files.Lifetimes;
import org.underbase.analysis.heat.Heat;
import org.underbase.analysis.latency.Latencies;
import org.underbase.analysis.layers.IoBytes;
import org.underbase.analysis.layers.Layers;
import org.underbase.analysis.regions.Regions;
import org.underbase.analysis.runs.ReadRuns;
import org.underbase.analysis.summary.SummaryFigure.Summary;
import org.underbase.analysis.touched.TouchedData;

/** Sums of figures that must be equal, because they are about the same bytes or files. Each run checks them. */
public final class SumRules {
    /**
     * Rule for one trace.
     *
     * @param name the rule
     * @param left one sum
     * @param right the other sum
     * @param parts the parts of the results with these sums
     */
    public record Rule(String name, long left, long right, List<String> parts) {
        private Rule(String name, long left, long right, String... parts) {
            this(name, left, right, List.of(parts));
        }

        /** Whether both sums are equal. */
        public boolean holds() {
            return left == right;
        }

        @Override
        public String toString() {
            return name + ": " + left + " and " + right;
        }
    }

    private SumRules() {}

    /**
     * Returns the rules about the sums that are available.
     *
     * @param sampled whether the trace contains a fraction of the files; then the layers are estimates for all files
     */
    public static List<Rule> of(Figures figures, boolean sampled) {
        ByType.OfType all = figures.get(ByType.class).all();
        Regions.Sums regions = figures.get(Regions.class).all();
        Heat heat = figures.get(Heat.class);
        ReadRuns runs = figures.get(ReadRuns.class);
        List<Rule> rules = new ArrayList<>();
        if (!sampled) {
            Layers layers = figures.get(Layers.class);
            IoBytes hdfs = layers.hdfs();
            IoBytes lost = layers.lost();
            rules.add(new Rule(
                    "bytes read by type = bytes read by layer",
                    all.read(),
                    hdfs.read() - lost.read(),
                    "byType",
                    "layers.hdfs"));
            rules.add(new Rule(
                    "bytes written by type = bytes written by layer",
                    all.written(),
                    hdfs.written() - lost.written(),
                    "byType",
                    "layers.hdfs"));
            rules.add(new Rule(
                    "bytes written to disks by region = those by activity",
                    regions.physical().total(),
                    layers.byActivity().stream()
                            .mapToLong(Layers.ByActivity::localWritten)
                            .sum(),
                    "writeAmplification",
                    "layers.local"));
        }
        actors(figures, rules);
        rules.add(new Rule(
                "bytes read and written by region = those by type",
                regions.read() + regions.written(),
                all.read() + all.written(),
                "regions",
                "byType"));
        rules.add(new Rule(
                "data by region = data by type", regions.data(), all.data().total(), "regions", "byType"));
        rules.add(new Rule(
                "bytes read by number of reads = bytes read by type",
                heat.readBytes() + heat.unplacedBytes(),
                all.read(),
                "heat",
                "byType"));
        rules.add(new Rule(
                "data by number of reads = data read by type",
                heat.bytes(),
                all.data().read(),
                "heat",
                "byType"));
        rules.add(new Rule(
                "data touched by layer = live data by type",
                figures.get(TouchedData.class).hdfs().total(),
                all.live().total(),
                "touchedData.hdfs",
                "byType"));
        rules.add(new Rule(
                "bytes of read runs = bytes read by type",
                runs.all().bytes() + runs.unplacedBytes(),
                all.read(),
                "readRuns",
                "byType"));
        rules.add(new Rule(
                "calls by activity = calls",
                figures.get(Latencies.class).count(),
                figures.get(Summary.class).events(),
                "calls"));
        files(figures.get(Files.class), rules);
        // The sums of an imported trace without these bytes mean nothing.
        rules.removeIf(rule -> rule.parts().stream()
                .anyMatch(part -> figures.notAvailable(part).isPresent()));
        return rules;
    }

    /** Both sides are estimates if the trace is sampled. */
    private static void actors(Figures figures, List<Rule> rules) {
        Actors actors = figures.get(Actors.class);
        long total = figures.get(Layers.class).hdfs().total();
        rules.add(new Rule("bytes by host = bytes by layer", total(actors.hosts()), total, "actors", "layers.hdfs"));
        rules.add(new Rule(
                "bytes by thread = bytes by layer", total(actors.threads()), total, "actors.threads", "layers.hdfs"));
        rules.add(new Rule("bytes by user = bytes by layer", total(actors.users()), total, "actors", "layers.hdfs"));
    }

    private static long total(List<Actors.OfName> names) {
        Actors.OfName sum = Actors.sum(names);
        return sum.read() + sum.written();
    }

    private static void files(Files files, List<Rule> rules) {
        FileSizes.Sizes created = files.sizes().all();
        List<FileSizes.OfClass> classes = files.sizes().classes();
        rules.add(new Rule(
                "lifetimes = files created",
                files.lifetimes().classes().stream()
                        .mapToLong(Lifetimes.OfClass::created)
                        .sum(),
                created.files() + files.sizes().createdUnsized(),
                "lifetimes",
                "fileSizes"));
        rules.add(new Rule(
                "bytes by size class = bytes of files created",
                classes.stream().mapToLong(FileSizes.OfClass::bytes).sum(),
                created.bytes(),
                "fileSizes"));
    }

    /** Returns the rules as JSON. */
    public static ArrayNode json(List<Rule> rules) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Rule rule : rules) {
            array.addObject()
                    .put("rule", rule.name())
                    .put("left", rule.left())
                    .put("right", rule.right())
                    .put("holds", rule.holds());
        }
        return array;
    }
}
