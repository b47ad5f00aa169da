package org.underbase.tier.cli.datanode;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.TextTable;
import org.underbase.tier.datanode.instance.InstanceStatus;

/** States of instances as a table and as JSON. */
final class StatusReport {
    private static final String NONE = "-";

    private StatusReport() {}

    /** Formats the states as a table. */
    static String table(List<InstanceStatus> all) {
        TextTable table = new TextTable("TIER", "PID", "STATE", "PORTS", "DIRS", "UUID").leftAligned();
        for (InstanceStatus each : all) {
            table.row(
                    each.instance().tier(),
                    each.pid().isPresent() ? Long.toString(each.pid().getAsLong()) : NONE,
                    each.state().toString(),
                    each.instance().listeners().stream()
                            .map(listener -> Integer.toString(listener.address().getPort()))
                            .collect(Collectors.joining(",")),
                    each.instance().directories().stream()
                            .map(directory -> directory.path().toString())
                            .collect(Collectors.joining(",")),
                    each.uuid().orElse(NONE));
        }
        return table.toString();
    }

    /** Formats the states as a JSON array with one object per instance. */
    static String json(List<InstanceStatus> all) {
        ArrayNode array = JsonText.array();
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
        return JsonText.of(array) + "\n";
    }
}
