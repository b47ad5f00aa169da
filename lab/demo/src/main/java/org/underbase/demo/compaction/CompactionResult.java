package org.underbase.demo.compaction;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.operator.output.JsonText;

/** Result of the comparison of compactions, as text and as JSON. */
public sealed interface CompactionResult {
    /** Returns lines for a terminal. */
    List<String> lines();

    /** Returns the result in one sentence. */
    String summary();

    /** Returns the result as JSON; sizes are in bytes. */
    ObjectNode json();

    /**
     * Result without a measurement.
     *
     * @param reason reason in one line
     */
    record NotMeasured(String reason) implements CompactionResult {
        @Override
        public List<String> lines() {
            return List.of(summary());
        }

        @Override
        public String summary() {
            return "not measured, because this machine cannot run nodes with separate links: " + reason;
        }

        @Override
        public ObjectNode json() {
            return JsonText.object().put("measured", false).put("reason", reason);
        }
    }

    /**
     * Measurements of two compactions of the same store files.
     *
     * @param nodes number of nodes
     * @param files number of store files
     * @param bytes total size of the store files, in bytes
     * @param stock compaction by stock HBase
     * @param local compaction by the local compactor
     * @param decision whether the second compaction ran locally
     */
    record Compared(
            int nodes,
            int files,
            long bytes,
            CompactionMeasurement stock,
            CompactionMeasurement local,
            Decision decision)
            implements CompactionResult {
        @Override
        public List<String> lines() {
            List<String> lines = new ArrayList<>();
            lines.add(String.format(
                    Locale.ROOT,
                    "%d store files, %,d bytes, on %d nodes, compacted into one twice; bytes over the links of the nodes:",
                    files,
                    bytes,
                    nodes));
            lines.add(side("stock", stock, "one node merges, HDFS sends the output to two others"));
            lines.add(side(
                    "local",
                    local,
                    decision.local()
                            ? "each node merges its own replicas"
                            : "FELL BACK to stock compaction: " + decision.reason()));
            lines.add("The RegionServer logged for the second compaction:");
            lines.add("  " + decision.logLine());
            lines.add(String.format(
                    Locale.ROOT,
                    "Both outputs contain the same data: %,d rows, CRC32C %08x. The costs of a local compaction on each"
                            + " node: docs/local-compaction.md",
                    stock.rows(),
                    stock.crc()));
            return lines;
        }

        private static String side(String name, CompactionMeasurement side, String how) {
            return String.format(
                    Locale.ROOT,
                    "  %-5s  %,13d  %.3f per byte of output; %s",
                    name,
                    side.networkBytes(),
                    side.networkPerOutput(),
                    how);
        }

        @Override
        public String summary() {
            return String.format(
                    Locale.ROOT,
                    "%,d bytes over the network with local compaction, %,d with stock, for an output of %,d bytes%s",
                    local.networkBytes(),
                    stock.networkBytes(),
                    stock.outputBytes(),
                    decision.local() ? "" : "; local compaction fell back: " + decision.reason());
        }

        @Override
        public ObjectNode json() {
            ObjectNode node = JsonText.object()
                    .put("measured", true)
                    .put("nodes", nodes)
                    .put("files", files)
                    .put("bytes", bytes);
            node.putObject("stock").put("networkBytes", stock.networkBytes()).put("outputBytes", stock.outputBytes());
            node.putObject("local")
                    .put("networkBytes", local.networkBytes())
                    .put("outputBytes", local.outputBytes())
                    .put("fellBack", !decision.local())
                    .put("reason", decision.reason())
                    .put("logLine", decision.logLine());
            return node;
        }
    }
}
