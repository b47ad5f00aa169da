package org.underbase.tier.namenode.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/** The registry on disk, cut and flipped everywhere, and the registry above it. */
class RegistryFileTest {
    private static final long SEED = Long.getLong("underbase.seed", 20260921);

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);

    private Map<String, KnownDatanode> some(int count) {
        Map<String, KnownDatanode> known = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            known.put(
                    "uuid-" + random.nextLong(),
                    new KnownDatanode(
                            random.nextBoolean() ? "fast" : "disk",
                            "node" + i + ":9866",
                            DeviceProfileProto.newBuilder()
                                    .setCapacity(random.nextLong() >>> 1)
                                    .setReadBandwidth(random.nextInt(1 << 30))
                                    .setSource("probed")
                                    .build()));
        }
        return known;
    }

    @Test
    void whatIsWrittenIsRead() throws Exception {
        RegistryFile file = new RegistryFile(directory);
        assertThat(file.read()).isEmpty();
        for (int count : new int[] {0, 1, 100}) {
            Map<String, KnownDatanode> known = some(count);
            file.write(known);
            assertThat(file.read()).as("seed %d", SEED).isEqualTo(known);
        }
    }

    @Test
    void aFileThatIsCutAnywhereIsNoFile() throws Exception {
        byte[] whole = RegistryFile.format(some(5));
        for (int length = 0; length < whole.length; length++) {
            assertThat(RegistryFile.parse(Arrays.copyOf(whole, length)))
                    .as("cut at %d of %d, seed %d", length, whole.length, SEED)
                    .isEmpty();
        }
        assertThat(RegistryFile.parse(Arrays.copyOf(whole, whole.length + 1))).isEmpty();
    }

    @Test
    void aFileWithAnyBitFlippedIsNoFile() throws Exception {
        byte[] whole = RegistryFile.format(some(5));
        for (int at = 0; at < whole.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] flipped = whole.clone();
                flipped[at] ^= (byte) (1 << bit);
                assertThat(RegistryFile.parse(flipped))
                        .as("bit %d of byte %d flipped, seed %d", bit, at, SEED)
                        .isEmpty();
            }
        }
    }

    @Test
    void garbageIsNoFile() {
        for (int i = 0; i < 10_000; i++) {
            byte[] garbage = new byte[random.nextInt(200)];
            random.nextBytes(garbage);
            assertThat(RegistryFile.parse(garbage)).as("seed %d", SEED).isEqualTo(Optional.empty());
        }
    }

    @Test
    void aDamagedFileIsSetAsideAndANewOneIsWritten() throws Exception {
        RegistryFile file = new RegistryFile(directory);
        file.write(some(3));
        Path path = directory.resolve(RegistryFile.NAME);
        byte[] damaged = Files.readAllBytes(path);
        damaged[damaged.length / 2] ^= 1;
        Files.write(path, damaged);
        TierRegistry registry = new TierRegistry(TierNames.parse("fast,disk"), NodeIdentity.HOSTNAME);
        registry.keepIn(file);
        assertThat(registry.empty()).isTrue();
        assertThat(directory.resolve(RegistryFile.NAME + ".corrupt")).hasBinaryContent(damaged);
        registry.announce("one", "disk", "node1:9866", DeviceProfileProto.getDefaultInstance());
        registry.flush();
        assertThat(new RegistryFile(directory).read()).containsOnlyKeys("one");
    }

    @Test
    void aTierIsForLife() {
        TierRegistry registry = new TierRegistry(TierNames.parse("fast,disk"), NodeIdentity.HOSTNAME);
        DeviceProfileProto profile = DeviceProfileProto.getDefaultInstance();
        registry.announce("one", "disk", "node1:9866", profile);
        registry.announce("one", "disk", "node1:9999", profile);
        assertThatThrownBy(() -> registry.announce("one", "fast", "node1:9866", profile))
                .hasMessageContaining("belongs to tier 'disk' permanently");
        assertThatThrownBy(() -> registry.announce("two", "tape", "node2:9866", profile))
                .hasMessageContaining("tape");
        assertThat(registry.known("two")).isEmpty();
        assertThat(registry.known("one").orElseThrow().address()).isEqualTo("node1:9999");
    }

    @Test
    void aTierThatIsNoneAnyMoreIsForgotten() throws Exception {
        RegistryFile file = new RegistryFile(directory);
        file.write(Map.of("one", new KnownDatanode("tape", "node1:9866", DeviceProfileProto.getDefaultInstance())));
        TierRegistry registry = new TierRegistry(TierNames.parse("fast,disk"), NodeIdentity.HOSTNAME);
        registry.keepIn(file);
        assertThat(registry.empty()).isTrue();
    }

    @Test
    void anAnnouncementThatCouldNotBeWrittenIsWrittenLater() throws Exception {
        Path missing = directory.resolve("missing");
        TierRegistry registry = new TierRegistry(TierNames.parse("fast,disk"), NodeIdentity.HOSTNAME);
        registry.keepIn(new RegistryFile(missing));
        registry.announce("one", "disk", "node1:9866", DeviceProfileProto.getDefaultInstance());
        assertThatThrownBy(registry::flush).isInstanceOf(java.io.IOException.class);
        Files.createDirectory(missing);
        registry.flush();
        assertThat(new RegistryFile(missing).read()).containsOnlyKeys("one");
    }
}
