package org.underbase.analysis.reconcile;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.underbase.operator.output.JsonText;

/**
 * Increase of the DataNodes' counters during a trace: the metrics {@code BytesWritten}, {@code BytesRead} and
 * {@code BlocksReplicated} of each DataNode.
 *
 * @param dataNodes one entry per DataNode, at least one
 */
public record DataNodeCounters(List<OfDataNode> dataNodes) {
    private static final String LIST = "dataNodes";

    public DataNodeCounters {
        dataNodes = List.copyOf(dataNodes);
        if (dataNodes.isEmpty()) {
            throw new IllegalArgumentException("no DataNode counters");
        }
    }

    /**
     * Counters of one DataNode.
     *
     * @param name display name
     * @param bytesWritten bytes of data written, without checksums
     * @param bytesRead bytes of data and checksums sent
     * @param blocksReplicated number of blocks copied to another DataNode because a replica was missing
     */
    public record OfDataNode(String name, long bytesWritten, long bytesRead, long blocksReplicated) {
        public OfDataNode {
            if (bytesWritten < 0 || bytesRead < 0 || blocksReplicated < 0) {
                throw new IllegalArgumentException(
                        "DataNode " + name + ": a counter decreased; the DataNode was probably restarted");
            }
        }
    }

    /**
     * Returns the increase since earlier counters.
     *
     * @throws IllegalArgumentException if {@code before} lacks a DataNode or a counter decreased
     */
    public DataNodeCounters since(DataNodeCounters before) {
        Map<String, OfDataNode> earlier =
                before.dataNodes.stream().collect(Collectors.toMap(OfDataNode::name, Function.identity()));
        return new DataNodeCounters(dataNodes.stream()
                .map(now -> {
                    OfDataNode then = earlier.get(now.name());
                    if (then == null) {
                        throw new IllegalArgumentException("no earlier counters of " + now.name());
                    }
                    return new OfDataNode(
                            now.name(),
                            now.bytesWritten() - then.bytesWritten(),
                            now.bytesRead() - then.bytesRead(),
                            now.blocksReplicated() - then.blocksReplicated());
                })
                .toList());
    }

    public long bytesWritten() {
        return sum(OfDataNode::bytesWritten);
    }

    public long bytesRead() {
        return sum(OfDataNode::bytesRead);
    }

    public long blocksReplicated() {
        return sum(OfDataNode::blocksReplicated);
    }

    private long sum(ToLongFunction<OfDataNode> counter) {
        return dataNodes.stream().mapToLong(counter).sum();
    }

    /**
     * Reads counters from a file in the format of {@link #write}: {@code {"dataNodes": [{"name": ..., "bytesWritten": ...,
     * "bytesRead": ..., "blocksReplicated": ...}]}}.
     *
     * @throws IOException if the file is unreadable or has another format
     */
    public static DataNodeCounters read(Path file) throws IOException {
        JsonNode root;
        try {
            root = new ObjectMapper().readTree(Files.readAllBytes(file));
        } catch (JacksonException e) {
            throw new IOException("cannot parse " + file + " as JSON: " + e.getOriginalMessage(), e);
        }
        List<OfDataNode> nodes = new ArrayList<>();
        for (JsonNode node : root.path(LIST)) {
            nodes.add(new OfDataNode(
                    node.path("name").asText(),
                    number(file, node, "bytesWritten"),
                    number(file, node, "bytesRead"),
                    number(file, node, "blocksReplicated")));
        }
        if (nodes.isEmpty()) {
            throw new IOException("no DataNode counters in " + file + ": expected {\"" + LIST + "\": [{\"name\": ...,"
                    + " \"bytesWritten\": ..., \"bytesRead\": ..., \"blocksReplicated\": ...}]}");
        }
        return new DataNodeCounters(nodes);
    }

    /** Writes the counters to a file, as JSON. */
    public void write(Path file) throws IOException {
        ObjectNode root = JsonText.object();
        ArrayNode list = root.putArray(LIST);
        for (OfDataNode node : dataNodes) {
            list.addObject()
                    .put("name", node.name())
                    .put("bytesWritten", node.bytesWritten())
                    .put("bytesRead", node.bytesRead())
                    .put("blocksReplicated", node.blocksReplicated());
        }
        Files.writeString(file, JsonText.of(root));
    }

    private static long number(Path file, JsonNode node, String key) throws IOException {
        JsonNode value = node.path(key);
        if (!value.isIntegralNumber() || value.longValue() < 0) {
            throw new IOException(
                    "invalid " + key + " " + value + " in " + file + ": must be an integer of at least 0");
        }
        return value.longValue();
    }
}
