package org.underbase.replay.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.htfs.format.Call;
import org.underbase.replay.content.Content;
import org.underbase.replay.destination.Policies;
import org.underbase.replay.trace.Operation;
import org.underbase.replay.trace.Traced;

/** Calls of a hostile trace on a local file system. */
class FileSystemExecutorTest {
    @TempDir
    private Path dir;

    private Outcome execute(Traced event, String path, String other) throws IOException {
        FileSystem fs = FileSystem.getLocal(new Configuration(false));
        String root = dir.resolve("root").toString();
        Operation operation = new Operation(event, 0, -1, path.replace("ROOT", root), other.replace("ROOT", root));
        return new FileSystemExecutor(fs, root, Content.HASHES, Policies.of(fs, Map.of()), false).execute(operation);
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, ROOTother, ''",
        "DELETE, '', ''",
        "RENAME, ROOT/file, ROOTother/file",
        "RENAME, ROOTother, ROOT/file",
        "CREATE, ROOTother/new, ''",
    })
    void callsOnOtherPathsAreSkipped(Call call, String path, String other) throws IOException {
        Path outside = Files.createDirectory(dir.resolve("rootother"));
        Files.createDirectory(dir.resolve("root"));
        Files.createFile(dir.resolve("root/file"));

        Outcome outcome = execute(Traced.call(call, "/traced").to(other), path, other);

        assertThat(outcome.type()).isEqualTo(Outcome.Type.SKIPPED);
        assertThat(outside.toFile().list()).isEmpty();
        assertThat(dir.resolve("root/file")).exists();
    }

    @Test
    void aDeletionOfTheTracedRootDoesNotDeleteTheReplay() throws IOException {
        Files.createDirectory(dir.resolve("root"));

        assertThat(execute(Traced.call(Call.DELETE, "/").failed(), "ROOT", "").type())
                .isEqualTo(Outcome.Type.SKIPPED);
        assertThat(dir.resolve("root")).exists();
    }
}
