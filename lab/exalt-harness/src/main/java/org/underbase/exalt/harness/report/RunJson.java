package org.underbase.exalt.harness.report;

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
import org.underbase.operator.output.JsonText;

/** JSON form of a result. The names of times state their unit. */
public final class RunJson {
    private static final int TOP = 20;

    private RunJson() {}

    /**
     * Formats a result without the samples per second, which are in the CSV.
     *
     * @param result result of a run
     * @return indented JSON object
     */
    public static String of(RunResult result) {
        ObjectNode root = JsonText.object();
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
        fidelity.putPOJO("facts", JsonId.keys(result.fidelity().facts()));
        fidelity.putPOJO("settings", result.fidelity().settings());
        fidelity.putPOJO("differences", result.fidelity().differences());
        ArrayNode profiles = root.putArray("profiles");
        for (Profile profile : result.profiles()) {
            ObjectNode node = profiles.addObject();
            node.put("phase", profile.phase());
            node.put("process", profile.kind());
            node.put("samples", profile.samples());
            node.putPOJO("topBySelfTime", profile.top(TOP));
            node.putPOJO("blockedNanos", profile.blockedNanos());
        }
        root.putPOJO("warnings", result.warnings());
        return JsonText.of(root);
    }

    private static ObjectNode phase(Phase phase) {
        ObjectNode node = JsonText.object();
        node.put("name", phase.name());
        node.put("seconds", phase.seconds());
        node.put("files", phase.progress().files());
        node.put("bytes", phase.progress().bytes());
        node.put("errors", phase.progress().errors());
        node.put("firstError", phase.progress().firstError());
        node.put("megabytesPerSecond", phase.megabytesPerSecond());
        node.put("filesPerSecond", phase.filesPerSecond());
        ObjectNode nameNode = node.putObject("nameNode");
        nameNode.put("callsPerSecond", phase.callsPerSecond());
        for (Map.Entry<Column, Double> mean : phase.nameNode().entrySet()) {
            nameNode.put(mean.getKey().id(), mean.getValue());
        }
        nameNode.putPOJO("calls", phase.calls());
        node.putPOJO("cpuSeconds", JsonId.keys(phase.cpuSeconds()));
        node.putPOJO("garbageCollected", JsonId.keys(phase.collected()));
        if (!phase.progress().replayed().equals(Replayed.NOTHING)) {
            node.putPOJO("replayed", phase.progress().replayed());
        }
        node.put("clientMillis", phase.clientMillis());
        if (!phase.hbase().equals(HBaseWork.NONE)) {
            node.putPOJO("hbase", phase.hbase());
        }
        ObjectNode machine = node.putObject("machine");
        machine.put("busyPercent", phase.busy());
        machine.put("ioWaitPercent", phase.ioWait());
        machine.put("minAvailableMemoryBytes", phase.minAvailableMemory());
        machine.put("diskBytes", phase.diskBytes());
        machine.put("sentBytes", phase.sentBytes());
        machine.put("networkBytes", phase.networkBytes());
        return node;
    }

    private static ObjectNode cost(Cost cost) {
        ObjectNode node = JsonText.object();
        node.put("nodes", cost.nodes());
        node.put("jvms", cost.jvms());
        node.put("threads", cost.threads());
        node.put("descriptors", cost.descriptors());
        node.put("residentBytes", cost.residentBytes());
        return node;
    }
}
