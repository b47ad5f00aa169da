package org.underbase.tier.namenode.registry;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/**
 * File that stores the DataNodes' tiers across restarts of the NameNode: magic {@code UBTR}, version, length and CRC32C of
 * the rest, number of DataNodes, and for each its UUID, tier, address and device profile. A write syncs a temporary file and
 * renames it, so that a complete file exists at any time. A corrupt file is renamed, because DataNodes repeat their
 * announcements.
 */
public final class RegistryFile implements RegistryStore {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryFile.class);

    static final String NAME = "underbase-tiers";
    private static final int MAGIC = 0x55425452;
    private static final int VERSION = 1;
    private static final int HEADER = 20;
    private static final int MAX_BYTES = 256 << 20;

    private final Path file;

    public RegistryFile(Path directory) {
        this.file = directory.resolve(NAME);
    }

    /** Reads the file; the result is empty if the file is missing or corrupt. */
    Map<String, KnownDatanode> read() throws IOException {
        if (!Files.exists(file)) {
            return new LinkedHashMap<>();
        }
        byte[] bytes = Files.size(file) > MAX_BYTES ? new byte[0] : Files.readAllBytes(file);
        Optional<Map<String, KnownDatanode>> read = parse(bytes);
        if (read.isEmpty()) {
            Path aside = file.resolveSibling(NAME + ".corrupt");
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
            LOG.warn("tiers: {} is corrupt, renamed it to {}: DataNodes announce their tiers again", file, aside);
        }
        return read.orElseGet(LinkedHashMap::new);
    }

    /** Parses a file; the result is empty if the file is incomplete or corrupt. */
    static Optional<Map<String, KnownDatanode>> parse(byte[] bytes) {
        if (bytes.length < HEADER) {
            return Optional.empty();
        }
        ByteBuffer header = ByteBuffer.wrap(bytes, 0, HEADER);
        if (header.getInt() != MAGIC || header.getInt() != VERSION) {
            return Optional.empty();
        }
        int length = header.getInt();
        long crc = header.getLong();
        if (length < 0 || length != bytes.length - HEADER || crc != crc(bytes, HEADER, length)) {
            return Optional.empty();
        }
        Map<String, KnownDatanode> result = new LinkedHashMap<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, HEADER, length))) {
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                String uuid = in.readUTF();
                String tier = in.readUTF();
                String address = in.readUTF();
                byte[] profile = new byte[in.readUnsignedShort()];
                in.readFully(profile);
                result.put(uuid, new KnownDatanode(tier, address, DeviceProfileProto.parseFrom(profile)));
            }
        } catch (IOException e) {
            LOG.debug("tiers: malformed registry content", e);
            return Optional.empty();
        }
        return Optional.of(result);
    }

    @Override
    public void write(Map<String, KnownDatanode> known) throws IOException {
        byte[] bytes = format(known);
        Path next = file.resolveSibling(NAME + ".tmp");
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    static byte[] format(Map<String, KnownDatanode> known) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(content)) {
            out.writeInt(known.size());
            for (Map.Entry<String, KnownDatanode> entry : known.entrySet()) {
                out.writeUTF(entry.getKey());
                out.writeUTF(entry.getValue().tier());
                out.writeUTF(entry.getValue().address());
                byte[] profile = entry.getValue().profile().toByteArray();
                out.writeShort(profile.length);
                out.write(profile);
            }
        }
        byte[] body = content.toByteArray();
        return ByteBuffer.allocate(HEADER + body.length)
                .putInt(MAGIC)
                .putInt(VERSION)
                .putInt(body.length)
                .putLong(crc(body, 0, body.length))
                .put(body)
                .array();
    }

    private static long crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return crc.getValue();
    }
}
