package org.underbase.exalt.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

/** Audit logs on a NameNode that runs. */
@Tag("cluster")
@Timeout(300)
class ReplayTest {
    private static final int FILES = 300;

    @TempDir
    private Path scratch;

    private static String line(long millis, String user, String command, String source, String target) {
        return String.join("\u0001", Long.toString(millis), user, command, source, target, "0.0.0.0");
    }

    @Test
    void callsAreMadeInTheOrderOfEachPathAndCounted() throws Exception {
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
        Path log = Files.write(scratch.resolve("audit.log"), lines);
        ClusterOptions cluster = new ClusterOptions(
                3,
                1,
                0,
                false,
                true,
                "1T",
                ClusterOptions.heapFor(3),
                "512m",
                Map.of("dfs.permissions.enabled", "false"),
                Optional.of(scratch.resolve("cluster")));
        ReplaySpec replay = new ReplaySpec(List.of(log.toString()), 0, true);

        Phase phase = new Run(new RunOptions(cluster, LoadSpec.replaying(replay, 8, 0), 0, false), line -> {})
                .run()
                .phases()
                .get(0);

        Replayed replayed = phase.said().replayed();
        assertThat(phase.said().errors()).as(phase.said().firstError()).isZero();
        assertThat(replayed.unreadable()).isEqualTo(1);
        assertThat(replayed.unsupported()).isEqualTo(FILES);
        assertThat(replayed.commands().keySet()).containsExactly("create", "getfileinfo", "open", "rename");
        // The second look finds nothing: it came after the renaming.
        assertThat(replayed.commands().get("getfileinfo").made()).isEqualTo(2 * FILES);
        assertThat(replayed.commands().get("getfileinfo").refused()).isEqualTo(FILES);
        assertThat(replayed.commands().get("create").refused()).isZero();
        assertThat(replayed.commands().get("open").refused()).isZero();
        assertThat(phase.calls()).containsEntry("Create", (long) FILES).containsEntry("AddBlock", (long) FILES);
    }
}
