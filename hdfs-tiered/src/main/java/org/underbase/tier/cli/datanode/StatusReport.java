package org.underbase.tier.cli.datanode;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.underbase.tier.datanode.instance.InstanceStatus;

/** The states of instances, for people and for machines. */
final class StatusReport {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final String NONE = "-";

    private StatusReport() {}

    /** A line for each instance, under a line of heads. */
    static String table(List<InstanceStatus> all) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("TIER", "PID", "STATE", "PORTS", "DIRS", "UUID"));
        for (InstanceStatus each : all) {
            rows.add(List.of(
                    each.instance().tier(),
                    each.pid().isPresent() ? Long.toString(each.pid().getAsLong()) : NONE,
                    each.state().toString(),
                    each.instance().listeners().stream()
                            .map(listener -> Integer.toString(listener.address().getPort()))
                            .collect(Collectors.joining(",")),
                    each.instance().directories().stream()
                            .map(directory -> directory.path().toString())
                            .collect(Collectors.joining(",")),
                    each.uuid().orElse(NONE)));
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                line.append(cell).append(" ".repeat(width(rows, column) - cell.length() + 2));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    /** An array with an object for each instance. */
    static String json(List<InstanceStatus> all) throws JsonProcessingException {
        ArrayNode array = MAPPER.createArrayNode();
        for (InstanceStatus each : all) {
            ObjectNode object = array.addObject();
            object.put("tier", each.instance().tier()).put("state", each.state().toString());
            each.pid().ifPresent(pid -> object.put("pid", pid));
            ObjectNode addresses = object.putObject("addresses");
            each.instance().listeners().forEach(listener -> addresses.put(listener.name(), listener.text()));
            ArrayNode ports = object.putArray("listening");
            each.ports().forEach(ports::add);
            ArrayNode directories = object.putArray("directories");
            each.instance()
                    .directories()
                    .forEach(directory -> directories.add(directory.path().toString()));
            each.uuid().ifPresent(uuid -> object.put("uuid", uuid));
            object.put("pidFile", each.instance().pidFile().toString())
                    .put("log", each.instance().logFile().toString())
                    .put("out", each.instance().outFile().toString())
                    .put("conf", each.instance().siteDirectory().toString());
        }
        return MAPPER.writeValueAsString(array) + "\n";
    }
}
