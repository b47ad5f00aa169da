package org.underbase.analysis.fsimage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.testing.ImageXml;

class FsImageFileTest {
    private static final long WRITTEN = 1_000_000;

    @TempDir
    private Path dir;

    private final ImageXml xml = new ImageXml()
            .file("/a/b/f", 101, 5000)
            .file("/a/b/other", 1, 9000)
            .file("/unknown/f", 7, 1)
            .open("/a/w", 64, 6000)
            .renamedInSnapshot("/a/r", 33, 7000);

    @Test
    void filesOfInterestHaveTheirPathsAndSizes() throws IOException {
        Path file = xml.write(dir.resolve("image.xml"), WRITTEN);

        FsImage image = read(file);

        assertThat(image.nanos()).as("also of files of no interest").isEqualTo(9_000_000_000L);
        assertThat(image.files())
                .containsExactlyInAnyOrder(
                        new FsImage.File("/a/b/f", 101, 5_000_000_000L, false),
                        new FsImage.File("/a/w", 64, 6_000_000_000L, true),
                        new FsImage.File("/a/r", 33, 7_000_000_000L, false));
    }

    @Test
    void aTimeAfterTheImageWasWrittenIsNotThatOfAChange() throws IOException {
        xml.file("/a/late", 1, WRITTEN + 1);

        assertThat(read(xml.write(dir.resolve("image.xml"), WRITTEN)).nanos()).isEqualTo(9_000_000_000L);
    }

    @Test
    void mangledAndEscapedNamesAreDecoded() throws IOException {
        xml.file("/a/x\\005c;&amp;\\0001;", 5, 5000);

        FsImage image = file(xml.write(dir.resolve("image.xml"), WRITTEN))
                .read(name -> name.equals("a") || name.startsWith("x"), () -> {});

        assertThat(image.files())
                .singleElement()
                .isEqualTo(new FsImage.File("/a/x\\&\u0001", 5, 5_000_000_000L, false));
    }

    @Test
    void aCompressedImageIsRead() throws IOException {
        Path file = dir.resolve("image.xml.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(xml.text().getBytes(StandardCharsets.UTF_8));
        }

        assertThat(read(file).files()).hasSize(3);
    }

    @Test
    void anIncompleteOrForeignFileIsAnErrorOfOneLine() throws IOException {
        String text = xml.text();
        Path file = dir.resolve("image.xml");
        for (int length = 0; length < text.length() - 1; length += 97) {
            Files.writeString(file, text.substring(0, length));
            assertThatThrownBy(() -> read(file))
                    .as("%d characters", length)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(file + " is not the complete XML of an fsimage: ")
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
        }
        Files.writeString(file, "<configuration/>");
        assertThatThrownBy(() -> read(file)).hasMessageContaining("first element is configuration");
        Files.writeString(file, "<fsimage/>");
        assertThatThrownBy(() -> read(file)).hasMessageContaining("no INodeDirectorySection");
    }

    private static FsImageFile file(Path path) {
        return new FsImageFile(new Configuration(false), path.toString());
    }

    private static FsImage read(Path path) throws IOException {
        return file(path).read(Set.of("a", "b", "f", "w", "r", "late")::contains, () -> {});
    }
}
