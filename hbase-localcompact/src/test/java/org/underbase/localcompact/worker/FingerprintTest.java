package org.underbase.localcompact.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression.Algorithm;
import org.apache.hadoop.io.compress.Compressor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FingerprintTest {
    static {
        Configuration.addDefaultResource("codecs.xml");
    }

    @TempDir
    Path directory;

    private static String gz() {
        ColumnFamilyDescriptor family = ColumnFamilyDescriptorBuilder.newBuilder(new byte[] {'f'})
                .setCompressionType(Algorithm.GZ)
                .build();
        return Fingerprint.of(family);
    }

    @Test
    void fingerprintNamesCodecAndThisModule() {
        assertThat(gz())
                .contains("major=gz/", ";localcompact=" + ModuleCode.CHECKSUM)
                .isEqualTo(gz());
        assertThat(ModuleCode.CHECKSUM).matches("[0-9a-f]{1,8}");
    }

    @Test
    void differingPartsAreNamed() {
        assertThat(Fingerprint.difference("a=1;b=2", "a=1;b=2")).isEmpty();
        assertThat(Fingerprint.difference("a=1;b=2;c=3", "a=1;b=4;d=5"))
                .isEqualTo("different b: 2 here, 4 on the coordinator; different c: 3 here, none on the coordinator;"
                        + " different d: none here, 5 on the coordinator");
        assertThat(Fingerprint.difference("a=1", "")).contains("different a: 1 here, none on the coordinator");
    }

    @ParameterizedTest
    @EnumSource(names = {"GZ", "LZ4", "SNAPPY", "ZSTD"})
    void codecIdentityHasChecksumOfSample(Algorithm algorithm) {
        assertThat(CodecIdentity.of(algorithm))
                .matches(algorithm.getName() + "/[\\w.$]+/[^/]+/[0-9a-f]{1,8}")
                .isEqualTo(CodecIdentity.of(algorithm));
    }

    @Test
    void codecIdentityIsIndependentOfLastUserOfCompressor() {
        String identity = CodecIdentity.compute(Algorithm.ZSTD);
        Configuration other = new Configuration(false);
        other.set("hbase.io.compress.zstd.level", "19");
        // More than the pool had, so that the next borrowed one has the other level.
        List<Compressor> pooled =
                Stream.generate(Algorithm.ZSTD::getCompressor).limit(16).toList();
        pooled.forEach(each -> {
            each.reinit(other);
            Algorithm.ZSTD.returnCompressor(each);
        });
        assertThat(CodecIdentity.compute(Algorithm.ZSTD)).isEqualTo(identity);
    }

    /** Another level stands for another library: the class of the compressor is the same, and its output is not. */
    @Test
    void codecWithOtherOutputHasOtherIdentity() throws IOException {
        Compressor compressor = Algorithm.ZSTD.getCompressor();
        Configuration other = new Configuration(false);
        other.set("hbase.io.compress.zstd.level", "19");
        compressor.reinit(other);
        assertThat(CodecIdentity.of(Algorithm.ZSTD))
                .contains(compressor.getClass().getName())
                .doesNotEndWith(CodecIdentity.checksum(Algorithm.ZSTD, compressor));
    }

    @Test
    void unreadableClassesHaveUnknownChecksum() {
        assertThat(ModuleCode.of(Compressor.class)).as("a jar").matches("[0-9a-f]{1,8}");
        assertThat(ModuleCode.of(String.class)).as("no code source").isEqualTo("unknown");
    }

    @Test
    void checksumOfModuleDependsOnClassesOnly() throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes/a"));
        Files.write(classes.resolve("B.class"), new byte[] {1, 2});
        Files.write(classes.resolve("A.class"), new byte[] {3});
        String sum = ModuleCode.checksum(directory.resolve("classes"));
        Files.writeString(classes.resolve("build.properties"), "time=1");
        assertThat(ModuleCode.checksum(directory.resolve("classes"))).isEqualTo(sum);
        URI jar = URI.create("jar:" + directory.resolve("m.jar").toUri());
        try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
            Files.createDirectories(zip.getPath("/a"));
            Files.write(zip.getPath("/a/A.class"), new byte[] {3});
            Files.write(zip.getPath("/a/B.class"), new byte[] {1, 2});
            assertThat(ModuleCode.checksum(zip.getPath("/"))).as("a jar").isEqualTo(sum);
        }
        Files.write(classes.resolve("A.class"), new byte[] {4});
        assertThat(ModuleCode.checksum(directory.resolve("classes"))).isNotEqualTo(sum);
    }
}
