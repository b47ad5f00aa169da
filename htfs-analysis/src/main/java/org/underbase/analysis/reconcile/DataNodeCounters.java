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

/**
 * By how much the DataNodes' counters rose during a trace: the metrics {@code BytesWritten}, {@code BytesRead} and
 * {@code BlocksReplicated} of each DataNode.
 *
 * @param dataNodes at least one
 */
public record DataNodeCounters(List<OfDataNode> dataNodes) {
    private static final String LIST = "dataNodes";

    public DataNodeCounters {
        dataNodes = List.copyOf(dataNodes);
        if (dataNodes.isEmpty()) {
            throw new IllegalArgumentException("there are no DataNodes' counters");
        }
    }

    /**
     * @param name for people
     * @param bytesWritten bytes of data written, without checksums
     * @param bytesRead bytes of data and checksums sent
     * @param blocksReplicated blocks this DataNode copied to another because a replica was missing
     */
    public record OfDataNode(String name, long bytesWritten, long bytesRead, long blocksReplicated) {
        public OfDataNode {
            if (bytesWritten < 0 || bytesRead < 0 || blocksReplicated < 0) {
                throw new IllegalArgumentException("DataNode " + name + ": a counter fell; was it restarted?");
            }
        }
    }

    /**
     * By how much these rose above earlier ones.
     *
     * @throws IllegalArgumentException when {@code before} lacks a DataNode, or a counter fell
     */
    public DataNodeCounters since(DataNodeCounters before) {
        Map<String, OfDataNode> earlier =
                before.dataNodes.stream().collect(Collectors.toMap(OfDataNode::name, Function.identity()));
        return new DataNodeCounters(dataNodes.stream()
                .map(now -> {
                    OfDataNode then = earlier.get(now.name());
                    if (then == null) {
                        throw new IllegalArgumentException("there are no earlier counters of " + now.name());
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
     * Reads what {@link #write} wrote: {@code {"dataNodes": [{"name": ..., "bytesWritten": ..., "bytesRead": ...,
     * "blocksReplicated": ...}]}}.
     *
     * @throws IOException when the file cannot be read or is not of that form
     */
    public static DataNodeCounters read(Path file) throws IOException {
        JsonNode root;
        try {
            root = new ObjectMapper().readTree(Files.readAllBytes(file));
        } catch (JacksonException e) {
            throw new IOException(file + ": no JSON: " + e.getOriginalMessage(), e);
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
            throw new IOException(file + ": no DataNodes' counters: expected {\"" + LIST + "\": [{\"name\": ...,"
                    + " \"bytesWritten\": ..., \"bytesRead\": ..., \"blocksReplicated\": ...}]}");
        }
        return new DataNodeCounters(nodes);
    }

    /** Writes the counters in the form that {@link #read} takes. */
    public void write(Path file) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode();
        ArrayNode list = root.putArray(LIST);
        for (OfDataNode node : dataNodes) {
            list.addObject()
                    .put("name", node.name())
                    .put("bytesWritten", node.bytesWritten())
                    .put("bytesRead", node.bytesRead())
                    .put("blocksReplicated", node.blocksReplicated());
        }
        Files.write(file, mapper.writerWithDefaultPrettyPrinter().writeValueAsBytes(root));
    }

    private static long number(Path file, JsonNode node, String key) throws IOException {
        JsonNode value = node.path(key);
        if (!value.isIntegralNumber() || value.longValue() < 0) {
            throw new IOException(file + ": " + key + " must be a number of at least 0, not " + value);
        }
        return value.longValue();
    }
}
