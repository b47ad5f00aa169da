package org.underbase.tier.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Path;
import org.underbase.tier.client.ClusterTiers;
import org.underbase.tier.client.DeviceProfile;
import org.underbase.tier.client.FilePlacement;
import org.underbase.tier.client.MonitorStatus;
import org.underbase.tier.client.PresentReplicas;
import org.underbase.tier.client.TierReport;

/** What {@code --json} prints. What is not known is null; bytes are numbers; times are in seconds. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain values cannot be written", e);
        }
    }

    static ObjectNode tiers(ClusterTiers all) {
        ObjectNode root = object();
        ArrayNode tiers = root.putArray("tiers");
        for (TierReport tier : all.tiers()) {
            ObjectNode one = tiers.addObject();
            one.put("name", tier.name());
            one.put("rank", tier.rank());
            one.put("weight", tier.weight());
            one.put("live", tier.live());
            one.put("dead", tier.dead());
            one.put("usable", tier.usable());
            one.put("racks", tier.racks());
            one.put("capacity", tier.capacity());
            one.put("used", tier.used());
            one.put("remaining", tier.remaining());
            one.put("replicas", tier.replicas());
            one.put("load", tier.load());
            one.put("readsServed", tier.readsServed());
            one.put("writesServed", tier.writesServed());
            if (tier.profile().isPresent()) {
                profile(one.putObject("profile"), tier.profile().get());
            } else {
                one.putNull("profile");
            }
        }
        root.put("withoutTier", all.withoutTier());
        root.put("defaultPolicy", all.defaultPolicy());
        root.put("retrieval", all.retrieval());
        return root;
    }

    private static void profile(ObjectNode into, DeviceProfile profile) {
        put(into, "capacity", profile.capacity());
        put(into, "readBandwidth", profile.readBandwidth());
        put(into, "writeBandwidth", profile.writeBandwidth());
        put(into, "readIops", profile.readIops());
        put(into, "writeIops", profile.writeIops());
        into.put("source", profile.source());
    }

    static ObjectNode placement(FilePlacement placement) {
        ObjectNode root = object();
        root.put("path", placement.path().toString());
        root.put("directory", placement.directory());
        root.put("policy", placement.policy());
        root.put("policyFrom", origin(placement));
        put(root, "policyPath", placement.policyPath().map(Path::toString));
        put(root, "wanted", placement.wanted().map(Object::toString));
        ArrayNode present = root.putArray("present");
        for (PresentReplicas one : placement.present()) {
            ObjectNode entry = present.addObject();
            put(entry, "vector", one.replicas().map(Object::toString));
            entry.put("blocks", one.blocks());
        }
        root.put("replication", placement.replication());
        root.put("blocks", placement.blocks());
        root.put("length", placement.length());
        root.put("underConstruction", placement.underConstruction());
        root.put("erasureCoded", placement.erasureCoded());
        root.put("misplacedBlocks", placement.misplacedBlocks());
        root.put("bytesToCopy", placement.bytesToCopy());
        root.put("movesPending", placement.movesPending());
        put(root, "obstacle", placement.obstacle());
        root.put("flushed", placement.flushed());
        return root;
    }

    static String origin(FilePlacement placement) {
        return switch (placement.origin()) {
            case FILE -> "file";
            case DIRECTORY -> "directory";
            case CLUSTER -> "cluster";
        };
    }

    static ObjectNode status(MonitorStatus status) {
        ObjectNode root = object();
        root.put("state", status.state());
        root.put("monitor", status.monitor());
        root.put("filesScanned", status.filesScanned());
        root.put("lastScanSeconds", status.lastScan().toMillis() / 1e3);
        root.put("scanLockShare", status.scanLockShare());
        root.put("misplacedBlocks", status.misplacedBlocks());
        root.put("movesQueued", status.movesQueued());
        root.put("movesRunning", status.movesRunning());
        root.put("movesDone", status.movesDone());
        root.put("movesFailed", status.movesFailed());
        root.put("bytesMoved", status.bytesMoved());
        root.put("bytesLeft", status.bytesLeft());
        root.put("bytesPerSecond", status.bytesPerSecond());
        root.put("filesFlushed", status.filesFlushed());
        root.put("filesPromoted", status.filesPromoted());
        root.put("degradedChoices", status.degradedChoices());
        ArrayNode problems = root.putArray("lastProblems");
        status.lastProblems().forEach(problems::add);
        put(root, "lastScanEnd", status.lastScanEnd().map(Object::toString));
        put(root, "lastProblem", status.lastProblem().map(Object::toString));
        return root;
    }

    static void put(ObjectNode into, String name, Optional<String> value) {
        into.put(name, value.orElse(null));
    }

    static void put(ObjectNode into, String name, OptionalLong value) {
        if (value.isPresent()) {
            into.put(name, value.getAsLong());
        } else {
            into.putNull(name);
        }
    }
}
