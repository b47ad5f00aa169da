package org.underbase.workload.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.underbase.operator.output.SizeText;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.messages.LoadResult;
import org.underbase.workload.messages.RunResult;
import org.underbase.workload.messages.VerifyResult;
import org.underbase.workload.messages.mailbox.HbaseCall;
import org.underbase.workload.messages.mailbox.OperationType;

/** Formatter of the messages workload's results, as tables and as JSON. */
final class MessagesReport {
    private static final int PERCENT = 100;

    private MessagesReport() {}

    static void print(PrintWriter out, LoadResult result) {
        Measurement measured = result.measurement();
        out.printf(
                Locale.ROOT,
                "load %s: %,d users, %,d cells, %s in %.1f s%n",
                ended(measured),
                measured.operations(),
                result.cellsPut(),
                SizeText.of(result.bytesPut()),
                seconds(measured));
        out.flush();
    }

    static ObjectNode json(LoadResult result) {
        return MeasurementJson.of("load", result.measurement())
                .put("cellsPut", result.cellsPut())
                .put("bytesPut", result.bytesPut());
    }

    static void print(PrintWriter out, RunResult result) {
        Measurement measured = result.measurement();
        LatencyTable table = new LatencyTable(seconds(measured));
        table.types(measured);
        for (HbaseCall call : HbaseCall.values()) {
            Histogram all = new Histogram(3);
            long errors = 0;
            for (OperationType type : OperationType.values()) {
                if (type.call() == call) {
                    all.add(result.of(type).latency());
                    errors += result.of(type).errors();
                }
            }
            table.row("all " + call.name().toLowerCase(Locale.ROOT) + "s", errors, all);
        }
        table.row("all", measured.errors(), measured.latency());
        table.print(out);
        double operations = Math.max(1, measured.operations());
        out.printf(
                Locale.ROOT,
                "run %s after %.1f s: %,d operations, %,.1f/s; gets/puts/deletes %.1f/%.1f/%.1f%n",
                ended(measured),
                seconds(measured),
                measured.operations(),
                measured.perSecond(),
                PERCENT * result.gets() / operations,
                PERCENT * result.puts() / operations,
                PERCENT * result.deletes() / operations);
        out.printf(
                Locale.ROOT,
                "put %s in %,d cells, got %s%n",
                SizeText.of(result.bytesPut()),
                result.cellsPut(),
                SizeText.of(result.bytesGot()));
        if (measured.overdue() > 0) {
            out.printf(Locale.ROOT, "rate not reached: %,d operations were due and not started%n", measured.overdue());
        }
        if (result.checks().checked() > 0) {
            out.printf(
                    Locale.ROOT,
                    "checked %,d responses, %,d wrong%n",
                    result.checks().checked(),
                    result.checks().wrong());
            result.checks().examples().forEach(example -> out.println("  " + example));
        }
        out.flush();
    }

    static ObjectNode json(RunResult result) {
        ObjectNode node = MeasurementJson.of("run", result.measurement());
        node.put("gets", result.gets());
        node.put("puts", result.puts());
        node.put("deletes", result.deletes());
        node.put("cellsPut", result.cellsPut());
        node.put("bytesPut", result.bytesPut());
        node.put("bytesGot", result.bytesGot());
        node.put("mailboxesRecovered", result.mailboxesRecovered());
        ObjectNode checks = node.putObject("checks");
        checks.put("checked", result.checks().checked());
        checks.put("wrong", result.checks().wrong());
        ArrayNode examples = checks.putArray("examples");
        result.checks().examples().forEach(examples::add);
        return node;
    }

    static void print(PrintWriter out, VerifyResult result) {
        out.printf(
                Locale.ROOT,
                "verify %s: %,d users, %,d messages, %,d index cells, %,d mailboxes compared with their acknowledged"
                        + " state, %,d problems%n",
                ended(result.measurement()),
                result.users(),
                result.messages(),
                result.indexCells(),
                result.compared(),
                result.wrong());
        result.problems().forEach((problem, count) -> out.printf(Locale.ROOT, "  %,d %s%n", count, name(problem)));
        result.examples().forEach(example -> out.println("  " + example));
        out.flush();
    }

    static ObjectNode json(VerifyResult result) {
        ObjectNode node = MeasurementJson.of("verify", result.measurement());
        node.put("users", result.users());
        node.put("messages", result.messages());
        node.put("indexCells", result.indexCells());
        node.put("compared", result.compared());
        node.put("wrong", result.wrong());
        ObjectNode problems = node.putObject("problems");
        result.problems().forEach((problem, count) -> problems.put(name(problem), count));
        ArrayNode examples = node.putArray("examples");
        result.examples().forEach(examples::add);
        return node;
    }

    private static String name(Enum<?> problem) {
        return problem.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String ended(Measurement measured) {
        return measured.end().name().toLowerCase(Locale.ROOT);
    }

    private static double seconds(Measurement measured) {
        return measured.elapsed().toNanos() / 1e9;
    }
}
