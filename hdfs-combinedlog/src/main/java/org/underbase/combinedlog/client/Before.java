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
 * What was set on a directory before: kept on the directory itself, in a user xattr that any HDFS tool shows. A JSON
 * object: {@code v} is 1; {@code policy} the storage policy, null where it was inherited; {@code vector} the tier vector,
 * null where it was inherited, not there where no vector was ever set by us.
 *
 * @param policy the directory's own storage policy
 * @param vectorKnown whether the vector was looked at
 * @param vector the directory's own tier vector
 */
record Before(Optional<String> policy, boolean vectorKnown, Optional<String> vector) {
    static final String XATTR = "user.underbase.combinedlog.before";
    private static final int VERSION = 1;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    Before withVector(Optional<String> own) {
        return new Before(policy, true, own);
    }

    static Optional<Before> on(FileSystem fileSystem, Path directory) throws IOException {
        if (!fileSystem.listXAttrs(directory).contains(XATTR)) {
            return Optional.empty();
        }
        byte[] value = fileSystem.getXAttr(directory, XATTR);
        try {
            JsonNode root = MAPPER.readTree(value);
            if (root.path("v").asInt() == VERSION && root.has("policy")) {
                return Optional.of(new Before(text(root, "policy"), root.has("vector"), text(root, "vector")));
            }
        } catch (JsonProcessingException e) {
            throw unreadable(directory, value, e);
        }
        throw unreadable(directory, value, null);
    }

    private static IOException unreadable(Path directory, byte[] value, Exception cause) {
        return new IOException(
                "the xattr " + XATTR + " of " + directory + " is not understood: '"
                        + new String(value, StandardCharsets.UTF_8)
                        + "'; set the directory's storage policy by hand and"
                        + " remove the xattr",
                cause);
    }

    private static Optional<String> text(JsonNode root, String name) {
        return Optional.ofNullable(root.path(name).textValue());
    }

    void keepOn(FileSystem fileSystem, Path directory, XAttrSetFlag flag) throws IOException {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("v", VERSION);
        root.put("policy", policy.orElse(null));
        if (vectorKnown) {
            root.put("vector", vector.orElse(null));
        }
        fileSystem.setXAttr(directory, XATTR, MAPPER.writeValueAsBytes(root), EnumSet.of(flag));
    }

    /** For people. */
    String told() {
        String storage = policy.map(name -> "storage policy " + name).orElse("inherited storage policy");
        String tiers = vector.map(text -> "tier policy " + text).orElse("inherited tier policy");
        return vectorKnown ? storage + ", " + tiers : storage;
    }
}
