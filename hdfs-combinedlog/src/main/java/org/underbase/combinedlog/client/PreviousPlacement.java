package org.underbase.combinedlog.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;

/**
 * Placement that a directory had before {@link WalDirectories#enable}, saved in a user xattr of the directory, which any HDFS tool
 * shows. The value is a JSON object: {@code v} is 1; {@code policy} is the storage policy, null if inherited; {@code vector} is
 * the tier vector, null if inherited, missing if {@code enable} never set a vector.
 *
 * @param policy storage policy of the directory; empty if inherited
 * @param vectorSaved whether the vector was saved
 * @param vector tier vector of the directory; empty if inherited or not saved
 */
record PreviousPlacement(String policy, boolean vectorSaved, String vector) {
    static final String XATTR = "user.underbase.combinedlog.previous";
    private static final int VERSION = 1;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    PreviousPlacement withVector(String own) {
        return new PreviousPlacement(policy, true, own);
    }

    static Optional<PreviousPlacement> on(FileSystem fileSystem, Path directory) throws IOException {
        if (!fileSystem.listXAttrs(directory).contains(XATTR)) {
            return Optional.empty();
        }
        byte[] value = fileSystem.getXAttr(directory, XATTR);
        try {
            JsonNode root = MAPPER.readTree(value);
            if (root.path("v").asInt() == VERSION && root.has("policy")) {
                return Optional.of(
                        new PreviousPlacement(text(root, "policy"), root.has("vector"), text(root, "vector")));
            }
        } catch (JsonProcessingException e) {
            throw unreadable(directory, value, e);
        }
        throw unreadable(directory, value, null);
    }

    private static IOException unreadable(Path directory, byte[] value, Exception cause) {
        return new IOException(
                "malformed xattr " + XATTR + " of " + directory + ": '" + new String(value, StandardCharsets.UTF_8)
                        + "'; set the directory's storage policy manually and remove the xattr",
                cause);
    }

    private static String text(JsonNode root, String name) {
        return root.path(name).asText("");
    }

    void saveOn(FileSystem fileSystem, Path directory, XAttrSetFlag flag) throws IOException {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("v", VERSION);
        root.set("policy", policy.isEmpty() ? root.nullNode() : root.textNode(policy));
        if (vectorSaved) {
            root.set("vector", vector.isEmpty() ? root.nullNode() : root.textNode(vector));
        }
        fileSystem.setXAttr(directory, XATTR, MAPPER.writeValueAsBytes(root), EnumSet.of(flag));
    }

    /** Formats the placement for a table. */
    String description() {
        String storage = policy.isEmpty() ? "inherited storage policy" : "storage policy " + policy;
        String tiers = vector.isEmpty() ? "inherited tier policy" : "tier policy " + vector;
        return vectorSaved ? storage + ", " + tiers : storage;
    }
}
