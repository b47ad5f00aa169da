package org.underbase.localcompact.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.underbase.localcompact.proto.LocalCompactProtos.NodeProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StatusProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TaskProto;
import org.underbase.operator.output.JsonText;

/** Status as JSON. */
final class StatusJson {
    private StatusJson() {}

    static ObjectNode of(ClusterReport report) {
        ObjectNode root = JsonText.object();
        ArrayNode servers = root.putArray("servers");
        for (ServerReport each : report.servers()) {
            ObjectNode one = servers.addObject();
            one.put("server", each.server());
            one.put("state", each.state().json());
            JsonText.put(one, "failure", Optional.of(each.failure()).filter(text -> !text.isEmpty()));
            each.status().ifPresent(status -> put(one.put("otherRelease", report.isOther(each)), status));
        }
        put(root.putObject("totals"), report.totals());
        put(root.putObject("savedBytesByDataNode"), report.savedByDataNode());
        return root;
    }

    private static void put(ObjectNode into, StatusProto status) {
        into.put("build", status.getBuild());
        into.put("versions", status.getVersions());
        JsonText.put(into, "suspension", Optional.of(status.getSuspension()).filter(text -> !text.isEmpty()));
        put(into.putObject("counts"), ServerReport.map(status.getCountsList()));
        put(into.putArray("compactions"), status.getCompactionsList());
        put(into.putArray("merges"), status.getMergesList());
        ArrayNode nodes = into.putArray("dataNodes");
        for (NodeProto node : ServerReport.failedNodes(status)) {
            ObjectNode one = nodes.addObject();
            one.put("dataNode", node.getDataNode());
            put(one.putObject("failures"), ServerReport.map(node.getFailuresList()));
            one.put("excludedSeconds", node.getExcludedSeconds());
            JsonText.put(one, "cause", Optional.of(node.getCause()).filter(text -> !text.isEmpty()));
        }
    }

    private static void put(ArrayNode into, List<TaskProto> tasks) {
        for (TaskProto task : tasks) {
            into.addObject()
                    .put("store", task.getStore())
                    .put("servers", task.getServers())
                    .put("phase", task.getPhase())
                    .put("percent", task.getPercent())
                    .put("seconds", task.getSeconds());
        }
    }

    private static void put(ObjectNode into, Map<String, Long> numbers) {
        numbers.forEach(into::put);
    }
}
