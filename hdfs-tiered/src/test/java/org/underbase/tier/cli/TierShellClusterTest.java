package org.underbase.tier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.cli.Shell.Said;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.testing.MiniTieredCluster;

/** The command line on a real NameNode. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TierShellClusterTest {
    @TempDir
    static Path directory;

    private MiniTieredCluster cluster;
    private Shell tier;

    @BeforeAll
    void start() throws IOException {
        Path map = Files.writeString(directory.resolve("tier-map"), "nowhere:9867 fast\n");
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .node("/rack1", "fast", "disk")
                .node("/rack2", "fast", "disk")
                .conf(TierKeys.MAP_FILE.name(), map.toString())
                .build();
        tier = new Shell(Map.of("fs.defaultFS", cluster.fileSystem().getUri().toString()));
    }

    @AfterAll
    void stop() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
    }

    private void file(String path) throws IOException {
        DFSTestUtil.createFile(cluster.fileSystem(), new org.apache.hadoop.fs.Path(path), 1 << 20, (short) 1, 1);
    }

    private Said done(String... arguments) {
        Said said = tier.run(arguments);
        assertThat(said.exitCode()).as(said.err()).isZero();
        return said;
    }

    @Test
    void listWarnsAboutMapEntriesThatMatchNoDataNode() {
        TieredFiles.await("the warning")
                .untilAsserted(() -> assertThat(done("-list").out())
                        .contains("Warning: entry 'nowhere:9867' of the tier map matches no registered DataNode"));
    }

    @Test
    void aDayOfAnOperator() throws IOException {
        assertThat(done("-list").out()).contains("fast").contains("disk");
        cluster.fileSystem().mkdirs(new org.apache.hadoop.fs.Path("/logs"));
        done("-set", "/logs", "disk=1");
        file("/logs/a");
        file("/logs/b");
        assertThat(done("-show", "/logs/a").out()).contains("Policy:    disk=1, from /logs");

        JsonNode inherited =
                done("-set", "/logs", "fast=1", "--dry-run", "--json").json();
        assertThat(inherited.at("/below/inheriting").asLong()).isEqualTo(2);
        assertThat(inherited.at("/below/bytesToCopy").asLong()).isEqualTo(2 << 20);
        assertThat(done("-show", "/logs/a").out()).contains("Policy:    disk=1, from /logs");
        assertRefused("change its files with -R", "-create", "/logs", "fast");

        JsonNode dry = done("-move", "-R", "/logs", "disk", "fast", "--dry-run", "--json")
                .json();
        assertThat(dry.at("/files").asLong()).isEqualTo(2);
        assertThat(dry.at("/bytesToCopy").asLong()).isEqualTo(2 << 20);
        assertThat(dry.at("/estimatedSeconds").asLong()).isPositive();
        cluster.awaitVector("/logs/a", "disk=1");

        done("-move", "-R", "/logs", "disk", "fast", "-w", "--timeout", "2m");
        cluster.awaitVector("/logs/a", "fast=1");
        cluster.awaitVector("/logs/b", "fast=1");
        done("-create", "/logs/a", "disk", "-w", "--timeout", "2m");
        cluster.awaitVector("/logs/a", "fast=1,disk=1");
        done("-delete", "/logs/a", "fast", "-w", "--timeout", "2m");
        cluster.awaitVector("/logs/a", "disk=1");
        done("-unset", "-R", "/logs", "-w", "--timeout", "2m");
        cluster.awaitVector("/logs/b", "disk=1");
        assertThat(done("-unset", "/logs", "--dry-run").out())
                .contains("valid (dry run); 2 of 2 files below inherit it, nothing to copy for them");
        done("-unset", "/logs");
        assertThat(done("-show", "/logs/a").out()).contains("the cluster's default");
        assertThat(done("-explain", "/logs/a").out()).isNotBlank();
        JsonNode status = done("-status", "--json").json();
        assertThat(status.at("/state").asText()).isEqualTo("active");
        assertThat(status.at("/lastScanEnd").asText())
                .as("a directory's change starts a scan")
                .startsWith("20");
    }

    @Test
    void replicasAreShownWithTheirTiers() throws Exception {
        cluster.fileSystem().mkdirs(new org.apache.hadoop.fs.Path("/located"));
        done("-set", "/located", "fast=1,disk=1");
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/located/a");
        DFSTestUtil.createFile(cluster.fileSystem(), file, 3 << 19, (short) 2, 1);
        cluster.awaitVector(file, "fast=1,disk=1");
        assertThat(done("-replicas", "/located/a").out().lines())
                .hasSize(2)
                .allMatch(line -> line.matches("\\d+ \\d+: fast on \\S+ \\(\\S+:\\d+\\), disk on \\S+ \\(\\S+:\\d+\\)"))
                .element(1)
                .asString()
                .startsWith("1048576 524288: ");
        JsonNode json = done("-replicas", "/located/a", "--json").json();
        assertThat(json.at("/1/offset").asLong()).isEqualTo(1 << 20);
        assertThat(json.at("/1/length").asLong()).isEqualTo(1 << 19);
        assertThat(json.at("/1/replicas/0/tier").asText()).isEqualTo("fast");
        assertThat(json.at("/1/replicas/1/tier").asText()).isEqualTo("disk");
        assertRefused("/located is a directory: only files have replicas", "-replicas", "/located");
        cluster.fileSystem().setPermission(file, new FsPermission("600"));
        UserGroupInformation bob = UserGroupInformation.createUserForTesting("bob", new String[] {"people"});
        bob.doAs((PrivilegedExceptionAction<Void>) () -> {
            assertRefused("Permission denied: user=bob, access=READ", "-replicas", "/located/a");
            return null;
        });
    }

    @Test
    void refusalsAreOneClearLine() throws Exception {
        file("/r/a");
        done("-set", "/r/a", "disk=1");
        assertRefused("unknown tier 'ghost': expected fast, disk", "-create", "/r/a", "ghost");
        assertRefused("tier 'disk' holds the only replicas", "-delete", "/r/a", "disk");
        assertRefused("too few for 3 replicas", "-set", "/r/a", "fast=3");
        assertRefused("does not exist", "-show", "/r/none");
        UserGroupInformation bob = UserGroupInformation.createUserForTesting("bob", new String[] {"people"});
        bob.doAs((PrivilegedExceptionAction<Void>) () -> {
            assertRefused("Permission denied: user=bob", "-create", "/r/a", "fast");
            return null;
        });
    }

    private void assertRefused(String why, String... arguments) {
        Said said = tier.run(arguments);
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err().lines()).hasSize(1);
        assertThat(said.err()).contains(why);
    }
}
