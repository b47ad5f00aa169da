package org.underbase.demo.compaction;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the comparison found, for people and machines. */
public sealed interface CompactionResult {
    /** Lines for people. */
    List<String> lines();

    /** The same in a sentence. */
    String summary();

    /** The same for machines; bytes. */
    ObjectNode json();

    /**
     * Nothing was measured.
     *
     * @param why in a line
     */
    record NotMeasured(String why) implements CompactionResult {
        @Override
        public List<String> lines() {
            return List.of(summary());
        }

        @Override
        public String summary() {
            return "not measured, for nodes can have no links of their own here: " + why;
        }

        @Override
        public ObjectNode json() {
            return JsonNodeFactory.instance.objectNode().put("measured", false).put("why", why);
        }
    }

    /**
     * The same store files, compacted by both.
     *
     * @param nodes how many
     * @param files how many store files
     * @param bytes of them
     * @param stock by stock HBase
     * @param ours by a store that compacts locally
     * @param decision whether that was local
     */
    record Compared(int nodes, int files, long bytes, Measured stock, Measured ours, Decision decision)
            implements CompactionResult {
        @Override
        public List<String> lines() {
            List<String> lines = new ArrayList<>();
            lines.add(String.format(
                    Locale.ROOT,
                    "%d store files, %,d bytes, on %d nodes, compacted into one twice; bytes that crossed the nodes' links:",
                    files,
                    bytes,
                    nodes));
            lines.add(side("without", stock, "stock: one node merges, HDFS ships the output to two"));
            if (decision.local()) {
                lines.add(side("with", ours, "local: each node merges its own replicas"));
            } else {
                lines.add(side("with", ours, "NOT local, done as stock does: " + decision.reason()));
            }
            lines.add("What the RegionServer logged about the second one:");
            lines.add("  " + decision.said());
            lines.add(String.format(
                    Locale.ROOT,
                    "Both read the same: %,d rows, CRC32C %08x. What a local one costs on each node:"
                            + " docs/local-compaction.md",
                    stock.rows(),
                    stock.crc()));
            return lines;
        }

        private static String side(String name, Measured side, String how) {
            return String.format(
                    Locale.ROOT,
                    "  %-7s  %,13d  %.3f of the output's bytes; %s",
                    name,
                    side.crossed(),
                    side.perOutput(),
                    how);
        }

        @Override
        public String summary() {
            return String.format(
                    Locale.ROOT,
                    "%,d bytes over the network with, %,d without, for an output of %,d bytes%s",
                    ours.crossed(),
                    stock.crossed(),
                    stock.output(),
                    decision.local() ? "" : "; with was not local: " + decision.reason());
        }

        @Override
        public ObjectNode json() {
            ObjectNode node = JsonNodeFactory.instance
                    .objectNode()
                    .put("measured", true)
                    .put("nodes", nodes)
                    .put("files", files)
                    .put("bytes", bytes);
            node.putObject("without").put("crossed", stock.crossed()).put("output", stock.output());
            node.putObject("with")
                    .put("crossed", ours.crossed())
                    .put("output", ours.output())
                    .put("local", decision.local())
                    .put("reason", decision.reason())
                    .put("logged", decision.said());
            return node;
        }
    }
}
