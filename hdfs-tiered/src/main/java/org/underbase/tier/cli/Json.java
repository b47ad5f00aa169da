package org.underbase.tier.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.underbase.operator.output.JsonText;
import org.underbase.tier.client.BlockReplicas;
import org.underbase.tier.client.ClusterTiers;
import org.underbase.tier.client.DeviceProfile;
import org.underbase.tier.client.DirectoryQuota;
import org.underbase.tier.client.FilePlacement;
import org.underbase.tier.client.MonitorStatus;
import org.underbase.tier.client.PresentReplicas;
import org.underbase.tier.client.TierReplica;
import org.underbase.tier.client.TierReport;

/** JSON that {@code --json} prints. Unknown values are null; sizes are in bytes, times in seconds. */
final class Json {
    private Json() {}

    static ObjectNode tiers(ClusterTiers all) {
        ObjectNode root = JsonText.object();
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
        all.unmatchedMapEntries().forEach(root.putArray("unmatchedMapEntries")::add);
        root.set("quotas", quotas(all.quotas()));
        root.put("quotasComplete", all.quotasComplete());
        return root;
    }

    static ArrayNode quotas(List<DirectoryQuota> quotas) {
        ArrayNode all = JsonText.array();
        for (DirectoryQuota quota : quotas) {
            ObjectNode one = all.addObject();
            one.put("directory", quota.directory().toString());
            one.put("tier", quota.tier());
            one.put("limit", quota.limit());
            JsonText.put(one, "used", quota.used());
            JsonText.put(one, "wanted", quota.wanted());
        }
        return all;
    }

    private static void profile(ObjectNode into, DeviceProfile profile) {
        JsonText.put(into, "capacity", profile.capacity());
        JsonText.put(into, "readBandwidth", profile.readBandwidth());
        JsonText.put(into, "writeBandwidth", profile.writeBandwidth());
        JsonText.put(into, "readIops", profile.readIops());
        JsonText.put(into, "writeIops", profile.writeIops());
        into.put("source", profile.source());
    }

    static ObjectNode placement(FilePlacement placement) {
        ObjectNode root = JsonText.object();
        root.put("path", placement.path().toString());
        root.put("directory", placement.directory());
        root.put("policy", placement.policy());
        root.put("policyOrigin", origin(placement));
        JsonText.put(root, "policyPath", placement.policyPath().map(Path::toString));
        JsonText.put(root, "wanted", placement.wanted().map(Object::toString));
        ArrayNode present = root.putArray("present");
        for (PresentReplicas one : placement.present()) {
            ObjectNode entry = present.addObject();
            JsonText.put(entry, "vector", one.replicas().map(Object::toString));
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
        JsonText.put(root, "reason", placement.reason());
        root.put("demoted", placement.demoted());
        root.put("cached", placement.cached());
        return root;
    }

    static ObjectNode replicas(BlockReplicas block) {
        ObjectNode root = JsonText.object();
        root.put("offset", block.offset());
        root.put("length", block.length());
        ArrayNode replicas = root.putArray("replicas");
        for (TierReplica replica : block.replicas()) {
            ObjectNode entry = replicas.addObject();
            entry.put("host", replica.host());
            entry.put("address", replica.address());
            JsonText.put(entry, "tier", replica.tier());
        }
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
        ObjectNode root = JsonText.object();
        root.put("state", status.state());
        root.put("monitor", status.monitor());
        root.put("filesScanned", status.filesScanned());
        root.put("lastScanSeconds", status.lastScan().toMillis() / 1e3);
        root.put("scanLockFraction", status.scanLockFraction());
        root.put("misplacedBlocks", status.misplacedBlocks());
        root.put("movesQueued", status.movesQueued());
        root.put("movesRunning", status.movesRunning());
        root.put("movesDone", status.movesDone());
        root.put("movesFailed", status.movesFailed());
        root.put("bytesMoved", status.bytesMoved());
        root.put("bytesLeft", status.bytesLeft());
        root.put("bytesPerSecond", status.bytesPerSecond());
        root.put("filesDemoted", status.filesDemoted());
        root.put("filesPromoted", status.filesPromoted());
        root.put("degradedChoices", status.degradedChoices());
        ArrayNode errors = root.putArray("lastErrors");
        status.lastErrors().forEach(errors::add);
        JsonText.put(root, "lastScanEnd", status.lastScanEnd().map(Object::toString));
        JsonText.put(root, "lastError", status.lastError().map(Object::toString));
        return root;
    }
}
