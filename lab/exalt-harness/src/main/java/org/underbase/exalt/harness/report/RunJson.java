package org.underbase.exalt.harness.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.underbase.exalt.harness.load.Replayed;
import org.underbase.exalt.harness.measure.Column;
import org.underbase.exalt.harness.measure.Cost;
import org.underbase.exalt.harness.measure.HBaseWork;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.profile.Profile;
import org.underbase.exalt.harness.run.RunResult;
import org.underbase.exalt.harness.run.TimeCompression;

/** A result for programs. Times are seconds or milliseconds, as their names say. */
public final class RunJson {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private static final int TOP = 20;

    private RunJson() {}

    /**
     * All but the single seconds, which are in the CSV.
     *
     * @param result of a run
     * @return an object over some lines
     */
    public static String of(RunResult result) {
        ObjectNode root = JSON.createObjectNode();
        root.put("startSeconds", result.startSeconds());
        ArrayNode phases = root.putArray("phases");
        result.phases().forEach(phase -> phases.add(phase(phase)));
        ObjectNode space = root.putObject("space");
        space.put("logicalBytes", result.space().logicalBytes());
        space.put("physicalBytes", result.space().physicalBytes());
        space.put("allocatedBytes", result.space().allocatedBytes());
        space.put("ratio", result.space().ratio());
        TimeCompression.of(result).ifPresent(time -> root.putObject("time")
                .put("seconds", time.seconds())
                .put("diskSeconds", time.diskSeconds())
                .put("ratio", time.factor()));
        root.set("emulatedDataNodes", cost(result.cost()));
        if (result.regionServerCost().nodes() > 0) {
            root.set("emulatedRegionServers", cost(result.regionServerCost()));
        }
        ObjectNode fidelity = root.putObject("fidelity");
        fidelity.set("facts", JSON.valueToTree(result.fidelity().facts()));
        fidelity.set("differences", JSON.valueToTree(result.fidelity().differences()));
        ArrayNode profiles = root.putArray("profiles");
        for (Profile profile : result.profiles()) {
            ObjectNode node = profiles.addObject();
            node.put("phase", profile.phase());
            node.put("process", profile.kind());
            node.put("samples", profile.samples());
            node.set("topBySelfTime", JSON.valueToTree(profile.top(TOP)));
            node.set("blockedNanos", JSON.valueToTree(profile.blockedNanos()));
        }
        root.set("warnings", JSON.valueToTree(result.warnings()));
        return text(root);
    }

    private static ObjectNode phase(Phase phase) {
        ObjectNode node = JSON.createObjectNode();
        node.put("name", phase.name());
        node.put("seconds", phase.seconds());
        node.put("files", phase.said().files());
        node.put("bytes", phase.said().bytes());
        node.put("errors", phase.said().errors());
        node.put("firstError", phase.said().firstError());
        node.put("megabytesPerSecond", phase.megabytesPerSecond());
        node.put("filesPerSecond", phase.filesPerSecond());
        ObjectNode nameNode = node.putObject("nameNode");
        nameNode.put("callsPerSecond", phase.callsPerSecond());
        for (Map.Entry<Column, Double> mean : phase.nameNode().entrySet()) {
            nameNode.put(mean.getKey().id(), mean.getValue());
        }
        nameNode.set("calls", JSON.valueToTree(phase.calls()));
        node.set("cpuSeconds", JSON.valueToTree(phase.cpuSeconds()));
        node.set("garbageCollected", JSON.valueToTree(phase.collected()));
        if (!phase.said().replayed().equals(Replayed.NOTHING)) {
            node.set("replayed", JSON.valueToTree(phase.said().replayed()));
        }
        node.put("clientMillis", phase.clientMillis());
        if (!phase.hbase().equals(HBaseWork.NONE)) {
            node.set("hbase", JSON.valueToTree(phase.hbase()));
        }
        ObjectNode machine = node.putObject("machine");
        machine.put("busyPercent", phase.busy());
        machine.put("ioWaitPercent", phase.ioWait());
        machine.put("leastMemoryBytes", phase.leastMemory());
        machine.put("diskBytes", phase.diskBytes());
        machine.put("sentBytes", phase.sentBytes());
        machine.put("networkBytes", phase.networkBytes());
        return node;
    }

    private static ObjectNode cost(Cost cost) {
        ObjectNode node = JSON.createObjectNode();
        node.put("nodes", cost.nodes());
        node.put("jvms", cost.jvms());
        node.put("threads", cost.threads());
        node.put("descriptors", cost.descriptors());
        node.put("residentBytes", cost.residentBytes());
        return node;
    }

    static String text(ObjectNode node) {
        try {
            return JSON.writeValueAsString(node);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of numbers and texts cannot be written", impossible);
        }
    }
}
