package org.underbase.sim.hats.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.ProgressLine;
import org.underbase.operator.output.SmallHeap;
import org.underbase.operator.page.RunFacts;
import org.underbase.operator.page.TablePage;
import org.underbase.sim.hats.cluster.Policy;
import org.underbase.sim.hats.job.SwimJobs;
import org.underbase.sim.hats.study.ClusterRun;
import org.underbase.sim.hats.study.ClusterStudy;
import org.underbase.sim.hats.study.Scenario;
import org.underbase.sim.hats.study.TestbedStudy;
import org.underbase.sim.hats.study.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase simulate-tiers}: a cluster with tiers under MapReduce. */
@Command(
        name = "simulate-tiers",
        mixinStandardHelpOptions = true,
        description = {
            "Simulate a cluster with tiers, and compare with hatS (CCGrid '14).",
            "",
            "The NameNode's own code decides the placement and retrieval of replicas. Part testbed repeats Figures 3 to 12"
                    + " on 27 nodes, part cluster Figure 13 with the jobs of SWIM. Rows of the kind SIGN compare only a sign or"
                    + " an order, because the paper's plots have no numbers; rows of the kind INPUT are calibrated, and their"
                    + " agreement is no result."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase simulate-tiers",
            "  underbase simulate-tiers --part testbed --policy network-aware,hybrid --json",
            "  underbase simulate-tiers --part cluster --nodes 5000 --load open --out study",
            "  underbase simulate-tiers --part cluster --input-tb 7 --sweep network=1,10 --sweep ssd=0.1,0.5",
            "",
            "Parameters of --sweep: network (Gb/s per node, default 20), uplink (Gb/s per rack, default unlimited),"
                    + " node-weight (2) and rack-weight (1.5) of hybrid, ssd (fraction of the nodes with an SSD, 1),"
                    + " hdd-datanodes (DataNodes for the six HDDs of a node, 1), writer-blocks (consecutive blocks of an input"
                    + " that a node has written, 1).",
            "",
            "Exit codes: 0 success, 1 failure, 2 invalid usage."
        })
public final class SimulateTiersCommand implements Callable<Integer> {
    private static final int MOST_NODES = 20_000;
    private static final double MOST_TERABYTES = 1e6;
    private static final String SOURCES =
            "Figures of the paper: K. R. Krish et al., &ldquo;hatS: A Heterogeneity-Aware Tiered Storage for Hadoop&rdquo;,"
                    + " CCGrid 2014.";

    /** Part of the study. */
    enum Part {
        TESTBED,
        CLUSTER,
        ALL
    }

    /** Arrival of jobs. */
    enum Load {
        OPEN,
        SATURATED,
        BOTH
    }

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--part",
            paramLabel = "PART",
            defaultValue = "ALL",
            description = "Part of the study: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Part part;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            split = ",",
            description = "Policies: network-aware, tier-aware, hybrid, random, one-ssd. Default: all.")
    private List<String> policyNames = List.of();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "500",
            description = "Nodes of part cluster, 20 per rack. Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Option(
            names = "--trace",
            paramLabel = "TRACE",
            split = ",",
            defaultValue = "FB-2009_0,FB-2009_1",
            description =
                    "Jobs of part cluster, one day per trace: FB-2009_0, FB-2009_1, FB-2010, or files in SWIM's format,"
                            + " also compressed (.gz)."
                            + " Default: ${DEFAULT-VALUE}.")
    private List<String> traces;

    @Option(
            names = "--input-tb",
            paramLabel = "TB",
            defaultValue = "70",
            description =
                    "Scale the input to this volume, shuffle and output in the paper's proportion, and the time to its three"
                            + " weeks; 0 keeps the traces' volumes and times. Default: ${DEFAULT-VALUE}.")
    private double inputTerabytes;

    @Option(
            names = "--load",
            paramLabel = "LOAD",
            defaultValue = "BOTH",
            description = "Submission of jobs: OPEN at their times, SATURATED all at the start, or BOTH."
                    + " Default: ${DEFAULT-VALUE}.")
    private Load load;

    @Option(
            names = "--sweep",
            paramLabel = "PARAMETER=VALUES",
            description = "Repeat part cluster with each value of a parameter, separated by commas. Repeatable."
                    + " Default: hdd-datanodes=2, calibrated to the paper's reads from SSDs under network-aware.")
    private List<String> sweeps = List.of();

    @Option(names = "--load-aware", description = "Consider transfers of DataNodes in retrieval, unlike the paper.")
    private boolean loadAware;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "10",
            description = "Runs of part testbed; the tables have their means. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of random choices. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--json", description = "Print JSON instead of tables.")
    private boolean json;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Write a page with all figures and tables, index.html, result.json and figures/*.csv to this directory.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        try {
            return simulate();
        } catch (OutOfMemoryError e) {
            throw new IOException(SmallHeap.message(""), e);
        }
    }

    private int simulate() throws IOException {
        List<Policy> policies = policies();
        Map<String, Scenario> scenarios = scenarios();
        if (runs < 1) {
            throw usage("invalid --runs " + runs + ": must be at least 1");
        }
        Optional<Workload> workload = part == Part.TESTBED ? Optional.empty() : Optional.of(workload());
        // All scenarios have equally many nodes, so that the inputs fit in all or none of them.
        workload.ifPresent(jobs -> run(scenarios.get(""), jobs));
        prepareOutput();
        Optional<TestbedStudy> testbed = Optional.empty();
        List<ClusterStudy> clusters = new ArrayList<>();
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), "simulate-tiers")) {
            if (part != Part.CLUSTER) {
                testbed = Optional.of(TestbedStudy.run(
                        policies,
                        TestbedStudy.paperSettings(0, loadAware),
                        seed,
                        runs,
                        fraction -> progress.update(
                                fraction, () -> String.format(Locale.ROOT, "testbed %.0f%%", 100 * fraction))));
            }
            if (workload.isPresent()) {
                int done = 0;
                for (Map.Entry<String, Scenario> scenario : scenarios.entrySet()) {
                    ClusterRun run = run(scenario.getValue(), workload.get());
                    clusters.addAll(clusters(scenario.getKey(), run, done++, scenarios.size(), policies, progress));
                }
            }
        }
        print(new Results(seed, nodes, testbed, clusters));
        return ExitCode.SUCCESS;
    }

    private void prepareOutput() throws IOException {
        if (out == null) {
            return;
        }
        if (Files.exists(out, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(out)) {
            throw usage("invalid --out " + out + ": is not a directory");
        }
        TablePage.prepare(out);
    }

    private List<ClusterStudy> clusters(
            String change, ClusterRun run, double before, double all, List<Policy> policies, ProgressLine progress) {
        String prefix = change.isEmpty() ? "" : change + ", ";
        return ClusterStudy.run(change, run, loads(), policies, seed, (fraction, name) -> {
            double done = (before + fraction) / all;
            progress.update(
                    done, () -> String.format(Locale.ROOT, "%s%s: %.0f%% of all runs", prefix, name, 100 * done));
        });
    }

    private void print(Results results) throws IOException {
        PrintWriter printed = spec.commandLine().getOut();
        if (json) {
            printed.println(JsonText.of(results.json()));
        } else {
            results.print(printed);
        }
        printed.flush();
        if (out != null) {
            RunFacts facts = RunFacts.titled("Cluster with tiers under MapReduce")
                    .with("Seed", seed)
                    .with("Nodes", nodes)
                    .with("Unit of comparisons", "% relative to network-aware, if no other is named");
            Path page = TablePage.write(facts, ResultTables.of(results), SOURCES, results.json(), out);
            spec.commandLine().getErr().println("report: " + page);
            spec.commandLine().getErr().flush();
        }
    }

    private ClusterRun run(Scenario scenario, Workload workload) {
        try {
            return new ClusterRun(scenario, workload);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private Workload workload() throws IOException {
        if (!(inputTerabytes >= 0 && inputTerabytes <= MOST_TERABYTES)) {
            throw usage("invalid --input-tb " + inputTerabytes + ": must be between 0 and 1000000");
        }
        try {
            return Workload.read(traces, inputTerabytes);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        } catch (NoSuchFileException e) {
            throw usage("invalid --trace: no file " + e.getMessage() + ", and none of "
                    + String.join(", ", SwimJobs.INCLUDED));
        }
    }

    private List<Boolean> loads() {
        return switch (load) {
            case OPEN -> List.of(false);
            case SATURATED -> List.of(true);
            case BOTH -> List.of(false, true);
        };
    }

    private List<Policy> policies() {
        try {
            return policyNames.isEmpty()
                    ? List.of(Policy.values())
                    : policyNames.stream().map(Policy::parse).distinct().toList();
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    /** Returns the scenario and its variants by the changed parameter. */
    private Map<String, Scenario> scenarios() {
        if (nodes < 3 || nodes > MOST_NODES) {
            throw usage("invalid --nodes " + nodes + ": must be between 3 and " + MOST_NODES);
        }
        Scenario base = Scenario.paper(nodes, loadAware);
        Map<String, Scenario> scenarios = new LinkedHashMap<>();
        scenarios.put("", base);
        for (String sweep : sweeps.isEmpty() ? List.of(Scenario.CALIBRATED) : sweeps) {
            String[] parts = sweep.split("=", 2);
            if (parts.length < 2) {
                throw usage("invalid --sweep " + sweep + ": expected PARAMETER=VALUE,VALUE");
            }
            for (String value : parts[1].split(",", -1)) {
                try {
                    scenarios.put(parts[0] + "=" + value, base.with(parts[0], Double.parseDouble(value)));
                } catch (NumberFormatException e) {
                    throw usage("invalid --sweep " + sweep + ": '" + value + "' is not a number");
                } catch (IllegalArgumentException e) {
                    throw usage("invalid --sweep " + sweep + ": " + e.getMessage());
                }
            }
        }
        return scenarios;
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
