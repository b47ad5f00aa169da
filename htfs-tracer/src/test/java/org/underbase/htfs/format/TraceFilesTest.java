package org.underbase.htfs.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFilesTest {
    private final Configuration conf = new Configuration(false);

    @TempDir
    Path dir;

    @Test
    void anExactFileNameTakesPrecedenceOverAGlob() throws Exception {
        Files.createFile(dir.resolve("a[1.ubtrace"));
        Files.createFile(dir.resolve("b[0-9].ubtrace"));
        Files.createFile(dir.resolve("b1.ubtrace"));

        assertThat(names("a[1.ubtrace")).containsExactly("a[1.ubtrace");
        assertThat(names("b[0-9].ubtrace")).containsExactly("b[0-9].ubtrace");
        assertThat(names("b?.ubtrace")).containsExactly("b1.ubtrace");
        assertThatThrownBy(() -> names("c?")).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void controlCharactersAreEscaped() throws Exception {
        Files.createFile(dir.resolve("a\u001b[31m\nb.ubtrace"));

        List<TraceSlice> found = TraceFiles.find(conf, List.of(dir.toString()));

        assertThat(found).hasSize(1);
        assertThat(TraceFiles.shown(found.get(0))).endsWith("/a\\u001b[31m\\u000ab.ubtrace");
    }

    private List<String> names(String location) throws Exception {
        return TraceFiles.find(conf, List.of(dir.resolve(location).toString())).stream()
                .map(slice -> new org.apache.hadoop.fs.Path(slice.path()).getName())
                .toList();
    }
}
