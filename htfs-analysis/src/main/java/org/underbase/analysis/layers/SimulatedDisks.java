package org.underbase.analysis.layers;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Bytes read from and written to disks below the page cache, by a simulator: the fourth bar of Figure 2.
 *
 * @param io the bytes, of all disks
 * @param simulation description of the simulated hosts, or empty
 */
public record SimulatedDisks(IoBytes io, String simulation) {
    /**
     * Reads the file of a simulator, {@code {"layers": {"disks": {"read": BYTES, "written": BYTES}}, "simulation": TEXT}}; it
     * may have further fields.
     *
     * @throws IOException if the file is unreadable or invalid
     */
    public static SimulatedDisks read(Path file) throws IOException {
        JsonNode root;
        try {
            root = new ObjectMapper().readTree(Files.readAllBytes(file));
        } catch (JacksonException e) {
            throw new IOException("cannot parse " + file + " as JSON: " + e.getOriginalMessage(), e);
        }
        JsonNode disks = root.at("/layers/disks");
        return new SimulatedDisks(
                new IoBytes(bytes(file, disks, "read"), bytes(file, disks, "written")),
                root.path("simulation").asText());
    }

    private static long bytes(Path file, JsonNode disks, String name) throws IOException {
        JsonNode value = disks.path(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 0) {
            throw new IOException("invalid simulation in " + file + ": layers.disks." + name
                    + " must be a number of bytes, as in {\"layers\": {\"disks\": {\"read\": 0, \"written\": 0}}}");
        }
        return value.asLong();
    }
}
