package org.underbase.combinedlog.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.List;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** How tables, sizes and JSON are printed. */
final class Print {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final String GAP = "  ";

    private Print() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static String json(ObjectNode value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain values cannot be written", e);
        }
    }

    /** As {@code hdfs dfs -du -h} writes sizes: {@code 1.5 G}. */
    static String size(long bytes) {
        return TraditionalBinaryPrefix.long2String(bytes, "", 1);
    }

    static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** Columns as wide as what is in them; the first row is the heads. */
    static void table(PrintWriter out, List<List<String>> rows) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(i == 0 ? "" : GAP)
                        .append(row.get(i))
                        .append(" ".repeat(widths[i] - row.get(i).length()));
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
