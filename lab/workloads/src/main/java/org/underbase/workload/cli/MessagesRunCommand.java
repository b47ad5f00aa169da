package org.underbase.workload.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.client.Connection;
import org.underbase.operator.output.DurationConverter;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.workload.drive.Bounds;
import org.underbase.workload.drive.HistogramLog;
import org.underbase.workload.drive.HistogramSink;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.drive.Pacing;
import org.underbase.workload.drive.Progress;
import org.underbase.workload.messages.MessagesWorkload;
import org.underbase.workload.messages.MessagesWorkloadBuilder;
import org.underbase.workload.messages.RunResult;
import org.underbase.workload.messages.VerifyResult;
import org.underbase.workload.messages.mailbox.Mix;
import org.underbase.workload.messages.mailbox.Population;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase workload messages run}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Run operations on a loaded table and measure them. Without --rate in a closed loop: each thread sends its next"
                    + " operation when the previous one ended. With --rate in an open loop: operations are due at that rate,"
                    + " and latency counts from the due time, so that no delay is omitted.",
            "A run that fails or is interrupted prints its results so far."
        },
        footer = {
            "",
            "Exit codes: 0 the run reached its bound and all verified responses were correct, 1 failure, 2 invalid usage,"
                    + " 130 interrupted.",
            "",
            "Examples:",
            "  underbase workload messages run --conf CONF_DIR --duration 5m",
            "  underbase workload messages run --conf CONF_DIR --operations 1000000 --threads 32 --verify",
            "  underbase workload messages run --conf CONF_DIR --duration 10m --rate 2000 --histogram run.hlog --json"
        })
final class MessagesRunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private HbaseOptions hbase;

    @Mixin
    private ReportOptions report;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "End after this time. Default: 1m unless --operations is given.")
    private Duration duration;

    @Option(names = "--operations", paramLabel = "N", description = "End after this many operations.")
    private Long operations;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "8",
            description = {
                "Concurrent clients with disjoint users. The same seed and number of threads give the same operations."
                        + " Default: ${DEFAULT-VALUE}."
            })
    private int threads;

    @Option(names = "--rate", paramLabel = "R", description = "Operations per second of all threads, in an open loop.")
    private Double rate;

    @Option(
            names = "--arrivals",
            paramLabel = "HOW",
            defaultValue = "POISSON",
            description = "Arrival process of an open loop: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Pacing.Arrivals arrivals;

    @Option(
            names = "--mix",
            paramLabel = "G/P/D",
            defaultValue = "60/34/6",
            description = "Ratio of HBase gets, puts and deletes. Default: ${DEFAULT-VALUE}, the paper's.")
    private String mix = "";

    @Option(
            names = "--max-errors",
            paramLabel = "N",
            defaultValue = "0",
            description = "Maximum number of operations that fail after all retries; one more fails the run."
                    + " Default: ${DEFAULT-VALUE}.")
    private long maxErrors;

    @Option(
            names = "--histogram",
            paramLabel = "FILE",
            description = "Write latencies by type and interval in HdrHistogram's log format, in nanoseconds.")
    private Path histogram;

    @Option(
            names = "--verify",
            description = {
                "Compare every response with the expected one, and afterwards read and compare the whole table."
            })
    private boolean verify;

    @Override
    public Integer call() throws IOException {
        // Reports invalid options before any work; they do not depend on the population.
        build(builder -> builder.users(Math.max(1, threads)));
        try (Connection connection = hbase.connect()) {
            Population population = hbase.administer(
                    "reading the table's descriptor", () -> MessagesWorkload.populationOf(connection, hbase.table()));
            MessagesWorkload workload = build(builder -> builder.population(population));
            try (Interrupt ignored = Interrupt.calls(workload::stop)) {
                return run(workload, connection);
            }
        }
    }

    private int run(MessagesWorkload workload, Connection connection) throws IOException {
        RunResult result = measured(workload, connection);
        Optional<VerifyResult> verified = Optional.empty();
        if (verify && result.measurement().end() == Measurement.End.COMPLETED) {
            try (Progress progress = report.progress(spec.commandLine().getErr())) {
                verified = Optional.of(
                        hbase.withShortMessage("verification", () -> workload.verify(connection, progress)));
            }
        }
        print(result, verified);
        Measurement measurement = result.measurement();
        if (measurement.failure().isPresent()) {
            throw new IOException(measurement.failure().get());
        }
        if (verified.isPresent()) {
            MessagesVerifyCommand.throwIfFailed(verified.get());
        }
        if (result.checks().wrong() > 0) {
            throw new IOException(
                    result.checks().wrong() + " of " + result.checks().checked() + " responses were wrong");
        }
        return ExitCode.SUCCESS;
    }

    private RunResult measured(MessagesWorkload workload, Connection connection) throws IOException {
        if (histogram == null) {
            return measured(workload, connection, HistogramSink.none());
        }
        String comment =
                "underbase workload messages run, seed " + workload.population().seed();
        try (HistogramLog log = HistogramLog.create(histogram, comment, System.currentTimeMillis())) {
            return measured(workload, connection, log);
        }
    }

    private RunResult measured(MessagesWorkload workload, Connection connection, HistogramSink sink)
            throws IOException {
        try (Progress progress = report.progress(spec.commandLine().getErr())) {
            return hbase.withShortMessage("run", () -> workload.run(connection, progress, sink));
        }
    }

    private MessagesWorkload build(UnaryOperator<MessagesWorkloadBuilder> users) {
        try {
            boolean unbounded = duration == null && operations == null;
            var builder = hbase.apply(MessagesWorkload.builder())
                    .threads(threads)
                    .rate(rate == null ? 0 : rate)
                    .arrivals(arrivals)
                    .mix(Mix.parse(mix))
                    .maxErrors(maxErrors)
                    .verify(verify)
                    .duration(unbounded ? Duration.ofMinutes(1) : duration == null ? Bounds.FOREVER : duration)
                    .operations(operations == null ? Long.MAX_VALUE : operations)
                    .reportEvery(report.every());
            return users.apply(builder).build();
        } catch (IllegalArgumentException invalid) {
            throw new ParameterException(spec.commandLine(), invalid.getMessage(), invalid);
        }
    }

    private void print(RunResult result, Optional<VerifyResult> verified) {
        PrintWriter out = spec.commandLine().getOut();
        if (report.json()) {
            ObjectNode json = MessagesReport.json(result);
            verified.ifPresent(found -> json.set("verification", MessagesReport.json(found)));
            out.println(JsonText.of(json));
            out.flush();
            return;
        }
        MessagesReport.print(out, result);
        verified.ifPresent(found -> MessagesReport.print(out, found));
    }
}
