package org.underbase.exalt.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.exalt.harness.cluster.ClusterOptions;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.ReplaySpec;
import org.underbase.exalt.harness.load.Replayed;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.run.Run;
import org.underbase.exalt.harness.run.RunOptions;

/** Test of audit logs on a running NameNode. */
@Tag("cluster")
@Tag("long")
@Timeout(600)
class ReplayTest {
    private static final int FILES = 100;

    @TempDir
    private Path scratch;

    private static String line(long millis, String user, String command, String source, String target) {
        return String.join("\u0001", Long.toString(millis), user, command, source, target, "0.0.0.0");
    }

    /** Writes a truncated log whose first call is readable: the missing end is not in the first buffer of a reader. */
    private static Path half(Path file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes, true)) {
            out.write((line(0, "user0", "open", "/none", "null") + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            for (int i = 0; i < 100 * FILES; i++) {
                out.write(("no call " + i + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        return Files.write(file, Arrays.copyOf(bytes.toByteArray(), bytes.size() - 12));
    }

    @Test
    void callsAreReplayedInTheOrderOfEachPathAndCounted() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            String user = "user" + i % 3;
            String file = "/replayed/" + user + "/f" + i;
            lines.add(line(i, user, "create", file, "null"));
            lines.add(line(i, user, "getfileinfo", file, "null"));
            lines.add(line(i, user, "open", file, "null"));
            lines.add(line(i, user, "rename (options=[OVERWRITE])", file, file + "-renamed"));
            lines.add(line(i, user, "getfileinfo", file, "null"));
            lines.add(line(i, user, "allowSnapshot", file, "null"));
        }
        lines.add("this is no entry");
        lines.add(line(FILES, "user0", "delete", "/replayed/nothing", "null"));
        Path log = Files.write(scratch.resolve("audit.log"), lines);
        Path half = half(scratch.resolve("half.gz"));
        ClusterOptions cluster = new ClusterOptions(
                3,
                1,
                0,
                false,
                true,
                "1T",
                ClusterOptions.heapFor(3),
                "512m",
                Map.of("dfs.permissions.enabled", "false", "dfs.heartbeat.interval", "1"),
                scratch.resolve("cluster"));
        ReplaySpec replay = new ReplaySpec(List.of(half.toString(), log.toString()), 0, true);

        Phase phase = new Run(new RunOptions(cluster, LoadSpec.replaying(replay, 8, 0), 0, false), line -> {})
                .run()
                .phases()
                .get(0);

        Replayed replayed = phase.progress().replayed();
        // The error of one log is reported, and the other log is replayed completely.
        assertThat(phase.progress().errors()).isEqualTo(1);
        assertThat(phase.progress().firstError()).startsWith("cannot read audit log " + half + ": unexpected end");
        assertThat(replayed.unreadable()).isBetween(FILES + 1L, 100L * FILES);
        assertThat(replayed.unsupported()).isEqualTo(FILES);
        assertThat(replayed.commands().keySet()).containsExactly("create", "delete", "getfileinfo", "open", "rename");
        assertThat(replayed.commands().get("delete").refused()).isEqualTo(1);
        // The second query fails, because it follows the rename.
        assertThat(replayed.commands().get("getfileinfo").made()).isEqualTo(2 * FILES);
        assertThat(replayed.commands().get("getfileinfo").refused()).isEqualTo(FILES);
        assertThat(replayed.commands().get("create").refused()).isZero();
        assertThat(replayed.commands().get("open").refused()).isEqualTo(1);
        assertThat(phase.calls()).containsEntry("Create", (long) FILES).containsEntry("AddBlock", (long) FILES);
    }
}
