package org.underbase.tier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.tier.cli.Shell.Said;
import org.underbase.tier.client.FakeHdfs;
import org.underbase.tier.client.FakeNamenode;
import org.underbase.tier.client.Placements;

final class TierCommandTest {
    private FakeNamenode namenode;
    private Shell tier;
    private String me;

    @BeforeEach
    void start() throws IOException {
        namenode = FakeNamenode.active();
        me = UserGroupInformation.getCurrentUser().getShortUserName();
        tier = new Shell(Map.of(
                "fs.defaultFS",
                "hdfs://127.0.0.1:" + namenode.address().getPort(),
                "fs.hdfs.impl",
                FakeHdfs.class.getName(),
                "ipc.client.connect.max.retries",
                "0"));
    }

    @AfterEach
    void stop() {
        namenode.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "-list"})
    void tiersAreATable(String command) {
        Said said = tier.run(command);
        assertThat(said.exitCode()).isZero();
        assertThat(said.out().lines().toList())
                .element(0)
                .asString()
                .matches("Tier +Rank +Weight +Live +Dead +Usable +Racks +Capacity +Used +Used% +Remaining +Replicas.*");
        assertThat(said.out().lines().toList())
                .element(1)
                .asString()
                .matches(
                        "fast +0 +4\\.00 +3 +0 +3 +2 +1\\.0 TiB +512\\.0 GiB +50\\.0% +512\\.0 GiB +1234 +5 +60 +70 +- +-");
        assertThat(said.out())
                .contains("1 live DataNode without a tier")
                .containsPattern(
                        "Directory +Tier +Quota +Used +Wanted\\R/data +fast +1\\.5 TiB +512\\.0 GiB +1\\.0 TiB")
                .contains("Warning: entry 'n1:9867' of the tier map matches no registered DataNode;"
                        + " use the transfer address");
    }

    @Test
    void tiersAsJson() throws IOException {
        JsonNode json = tier.run("-list", "--json").json();
        assertThat(json.at("/tiers/0/name").asText()).isEqualTo("fast");
        assertThat(json.at("/tiers/1/capacity").asLong()).isEqualTo(1L << 44);
        assertThat(json.at("/tiers/1/profile").isNull()).isTrue();
        assertThat(json.at("/retrieval").asText()).isEqualTo("tier-aware");
        assertThat(json.at("/unmatchedMapEntries/0").asText()).isEqualTo("n1:9867");
    }

    @Test
    void aDatanodeIsForgottenByItsTransferAddress() throws IOException {
        assertThat(tier.run("-forget", "known:9866").out())
                .isEqualTo(String.format("Removed the tier of DataNode known:9866 from 1 NameNode%n"));
        assertThat(tier.run("-forget", "known:9866", "--json")
                        .json()
                        .at("/namenodes")
                        .asInt())
                .isEqualTo(1);
        Said unknown = tier.run("-forget", "other:9866");
        assertThat(unknown.exitCode()).isEqualTo(1);
        assertThat(unknown.err()).contains("no DataNode other:9866 has announced a tier");
        assertThat(tier.run("-forget", "known").exitCode()).isEqualTo(2);
    }

    @Test
    void quotasAreShownAndSet() throws IOException {
        assertThat(tier.run("-quota", "/data/a").out())
                .matches("Directory +Tier +Quota +Used +Wanted\\R/data +fast +1\\.5 TiB +- +-\\R");
        JsonNode json = tier.run("-quota", "/data/a", "--json").json();
        assertThat(json.at("/quotas/0/limit").asLong()).isEqualTo(3L << 39);
        assertThat(json.at("/quotas/0/used").isNull()).isTrue();
        assertThat(tier.run("-quota", "/free").out()).isEqualTo(String.format("No quota applies to /free%n"));
        assertThat(tier.run("-quota", "/data", "fast", "10g", "disk", "none").out())
                .contains("512.0 GiB");
        assertThat(namenode.calls()).contains(me + " setQuota /data fast 10737418240 disk none");
    }

    @Test
    void malformedQuotasAreRejectedWithOneLine() {
        assertRefusedUsage("missing quota of the tier 'fast'", "/data", "fast");
        assertRefusedUsage("'much' is not a size such as 4096, 64k or 16m; none removes it", "/data", "fast", "much");
        assertRefusedUsage("'99999p' is too large; none removes it", "/data", "fast", "99999p");
        assertRefusedUsage("the tier 'fast' has two quotas", "/data", "fast", "1", "fast", "2");
        assertThat(namenode.calls()).noneMatch(call -> call.contains("setQuota"));
    }

    private void assertRefusedUsage(String message, String... arguments) {
        List<String> command = new ArrayList<>(List.of("-quota"));
        command.addAll(List.of(arguments));
        Said said = tier.run(command.toArray(String[]::new));
        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.err().lines()).singleElement().asString().contains(message);
    }

    @Test
    void replicasOfAllBlocksAreRequestedInSteps() throws IOException {
        assertThat(tier.run("-replicas", "/f").out().lines())
                .containsExactly(
                        "0 10: fast on n1 (10.0.0.1:9866), no tier on n2 (10.0.0.2:9866)",
                        "10 10: fast on n1 (10.0.0.1:9866), no tier on n2 (10.0.0.2:9866)",
                        "20 10: fast on n1 (10.0.0.1:9866), no tier on n2 (10.0.0.2:9866)");
        JsonNode json = tier.run("-replicas", "/f", "--json").json();
        assertThat(json).hasSize(3);
        assertThat(json.at("/2/offset").asLong()).isEqualTo(20);
        assertThat(json.at("/2/replicas/0/tier").asText()).isEqualTo("fast");
        assertThat(json.at("/2/replicas/1/tier").isNull()).isTrue();
    }

    @Test
    void optionsMayStandBeforeTheVerb() throws IOException {
        assertThat(tier.run("--json", "-status").json().at("/monitor").asText()).isEqualTo("idle");
    }

    @Test
    void theStatusShowsTheAgeOfEvents() throws IOException {
        assertThat(tier.run("-status").out())
                .containsPattern("Scan: +10 files, the last took 1\\.5 s, 1\\.0% of it under lock, finished 3 min \\d+"
                        + " s ago\\R")
                .containsPattern("Error: .* one usable node, 2 h 0 min ago\\R");
        assertThat(tier.run("-status", "--json").json().at("/lastScanEnd").asText())
                .startsWith("20");
    }

    @Test
    void whatComesFromTheClusterCannotDriveATerminal() {
        assertThat(tier.run("-status").out()).contains("Error:     tier fast has \\u0007 one usable node");
        assertThat(tier.run("-explain", "/f").out())
                .contains("block \\u001b[31m1")
                .doesNotContain("\u001b");
    }

    @Test
    void aFileIsShown() throws IOException {
        namenode.file("/f", Placements.onItsWay());
        assertThat(tier.run("-show", "/f").out().lines())
                .containsExactly(
                        "Path:      /f",
                        "Policy:    fast=1,disk=1, from /data",
                        "Wanted:    fast=1,disk=1",
                        "Present:   fast=1,disk=1 (1 block); disk=2 (1 block)",
                        "Length:    2.0 KiB in 2 blocks, replication 2",
                        "Misplaced: 1 block, 1000 B to copy, 1 move queued or running",
                        "Reason:    tier fast has no usable node");
        JsonNode json = tier.run("-show", "/f", "--json").json();
        assertThat(json.at("/present/1/vector").asText()).isEqualTo("disk=2");
        assertThat(json.at("/policyOrigin").asText()).isEqualTo("directory");
    }

    @Test
    void filesBelowADirectoryAreShown() throws IOException {
        namenode.file("/dir/a", Placements.onItsWay());
        namenode.file("/dir/b", Placements.settled());
        namenode.file("/refused", Placements.settled());
        Said said = tier.run("-show", "-R", "/dir");
        assertThat(said.exitCode()).as("one directory could not be read").isEqualTo(1);
        assertThat(said.err()).isEqualTo(String.format("tier: /dir/closed: Permission denied: /dir/closed%n"));
        assertThat(said.out().lines())
                .containsExactly(
                        "/dir/a: fast=1,disk=1 (1 block); disk=2 (1 block); wanted fast=1,disk=1, 1000 B to copy",
                        "/dir/b: fast=1,disk=1 (2 blocks)",
                        "/refused: fast=1,disk=1 (2 blocks)");
        assertThat(tier.run("-show", "-R", "/dir", "--json").json()).hasSize(3);
    }

    @Test
    void cachedFileIsShownAsSuch() throws IOException {
        namenode.file("/f", Placements.cached());
        assertThat(tier.run("-show", "/f").out().lines())
                .last()
                .asString()
                .startsWith("The file is cached: one of its replicas on the fastest tier is additional");
        assertThat(tier.run("-show", "-R", "/f").out().lines()).containsExactly("/f: fast=1,disk=1 (2 blocks); cached");
        assertThat(tier.run("-show", "/f", "--json").json().at("/cached").asBoolean())
                .isTrue();
    }

    @Test
    void deletionOfTheReplicasOfACachedFileNamesTheCache() throws IOException {
        namenode.file("/same", Placements.cached());
        assertThat(tier.run("-delete", "/same", "fast").out())
                .isEqualTo(String.format("/same: already in the requested state; the file is cached: its additional"
                        + " replica on the fastest tier stays while it is read often%n"));
        assertThat(tier.run("-delete", "/same", "fast", "--json")
                        .json()
                        .at("/cached")
                        .asBoolean())
                .isTrue();
        String unchanged = String.format("/same: already in the requested state%n");
        assertThat(tier.run("-delete", "/same", "mid").out()).as("another tier").isEqualTo(unchanged);
        namenode.file("/same", Placements.settled());
        assertThat(tier.run("-delete", "/same", "fast").out()).isEqualTo(unchanged);
        assertThat(tier.run("-delete", "/same", "fast", "--json")
                        .json()
                        .get("cached")
                        .asBoolean(true))
                .isFalse();
    }

    @Test
    void everyChangeSendsItsRequest() {
        tier.run("-set", "/f", "hybrid", "-r", "2");
        tier.run("set", "/f", "fast=1,disk=2");
        tier.run("-unset", "/f");
        tier.run("-create", "/f", "fast");
        tier.run("-delete", "/f", "disk");
        tier.run("-create", "/f", "fast", "-n", "1");
        tier.run("-delete", "/f", "disk", "-n", "2");
        tier.run("-move", "/f", "disk", "fast");
        tier.run("move", "/f", "disk", "fast", "-n", "2");
        assertThat(namenode.calls())
                .filteredOn(call -> !call.endsWith("status"))
                .containsExactly(
                        me + " policy /f 'hybrid' 2",
                        me + " policy /f 'fast=1,disk=2' 0",
                        me + " policy /f '' 0",
                        me + " create /f fast",
                        me + " delete /f disk",
                        me + " replicas /f fast 1",
                        me + " replicas /f disk -2",
                        me + " move /f disk fast 1",
                        me + " move /f disk fast 2");
    }

    @Test
    void printsTheCostOfAChange() {
        Said said = tier.run("-create", "/f", "fast", "-D", "dfs.tier.move.bandwidth=1m");
        assertThat(said.out())
                .isEqualTo(String.format(
                        "/f: accepted, wanted fast=1,disk=1; 2 blocks, 1000 B to copy, about 21 s at 1.0 MiB/s%n"));
        assertThat(tier.run("-create", "/same", "fast").out())
                .isEqualTo(String.format("/same: already in the requested state%n"));
    }

    @Test
    void aDryRunChangesNothing() throws IOException {
        JsonNode json = tier.run("-move", "-R", "/dir", "fast", "disk", "--dry-run", "--json")
                .json();
        assertThat(json.at("/files").asLong()).isEqualTo(3);
        assertThat(json.at("/changed").asLong()).isEqualTo(2);
        assertThat(json.at("/bytesToCopy").asLong()).isEqualTo(2000);
        assertThat(json.at("/estimatedSeconds").asLong()).isEqualTo(1);
        assertThat(json.at("/failures")).hasSize(2);
        assertThat(namenode.calls())
                .filteredOn(call -> call.contains(" move "))
                .hasSize(3)
                .allMatch(call -> call.endsWith(" dry"));
    }

    @Test
    void reportsFailedFilesAndChangesTheOthers() {
        Said said = tier.run("-create", "-R", "/dir", "fast");
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out())
                .startsWith("3 files, 2 changed, 0 already in the requested state, 2 failed; 4 blocks, 2.0 KiB");
        assertThat(said.err().lines())
                .containsExactlyInAnyOrder(
                        "tier: /refused: unknown tier 'ghost': expected fast, disk",
                        "tier: /dir/closed: Permission denied: /dir/closed");
    }

    @Test
    void aWaitEndsWhenAllReplicasArePlaced() throws IOException {
        namenode.file("/f", Placements.settled());
        Said said = tier.run("-create", "/f", "fast", "-w");
        assertThat(said.exitCode()).isZero();
        assertThat(said.out()).endsWith(String.format("all replicas are placed%n"));
        assertThat(tier.run("-create", "/f", "fast", "-w", "--json")
                        .json()
                        .at("/placed")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void aWaitThatTimesOutHasItsExitCode() {
        filesBelow();
        Said said = tier.run("-set", "/dir", "hybrid", "-w", "--timeout", "300ms");
        assertThat(said.exitCode()).isEqualTo(3);
        assertThat(said.out())
                .endsWith(String.format("timeout: the change is accepted and continues in the background%n"));
    }

    @Test
    void aWaitForADirectoryFailsIfAFileBelowWasNotScanned() throws IOException {
        filesBelow();
        namenode.file("/dir/b", Placements.inheriting(Placements.settled(), "/dir"));
        Said said = tier.run("-set", "/dir", "hybrid", "-w");
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out()).endsWith(String.format("all replicas are placed, except those of 1 failed file%n"));
        assertThat(tier.run("-set", "/dir", "hybrid", "-w", "--json")
                        .json()
                        .at("/failed")
                        .asLong())
                .isEqualTo(1);
    }

    /** Files below a directory: one is placed, one is not, one has its own policy, and one directory is unreadable. */
    private void filesBelow() {
        namenode.file("/dir/a", Placements.inheriting(Placements.settled(), "/dir"));
        namenode.file("/dir/b", Placements.inheriting(Placements.onItsWay(), "/dir"));
        namenode.file("/refused", Placements.inheriting(Placements.onItsWay(), "/dir/refused"));
    }

    @Test
    void printsTheCostOfADirectorysPolicy() throws IOException {
        filesBelow();
        Said said = tier.run("-set", "/dir", "fast=1,disk=1", "-D", "dfs.tier.move.bandwidth=1m");
        assertThat(said.exitCode()).isZero();
        assertThat(said.out())
                .startsWith(
                        "/dir: accepted, wanted fast=1,disk=1; at least 2 of 3 files below inherit it: 1 file, 1000 B"
                                + " to copy, about 21 s at 1.0 MiB/s; 1 failed");
        assertThat(said.err())
                .isEqualTo(String.format("tier: /dir/closed: not scanned: Permission denied: /dir/closed%n"));
        JsonNode json = tier.run("-set", "/dir", "hybrid", "--json").json();
        assertThat(json.at("/bytesToCopy").asLong()).isEqualTo(1000);
        assertThat(json.at("/estimatedSeconds").asLong()).isPositive();
        assertThat(json.at("/below/files").asLong()).isEqualTo(3);
        assertThat(json.at("/below/inheriting").asLong()).isEqualTo(2);
        assertThat(json.at("/below/misplaced").asLong()).isEqualTo(1);
        assertThat(json.at("/below/failed").asLong()).isEqualTo(1);
    }

    @Test
    void aDryRunOfADirectoryChecksEachInheritingFile() throws IOException {
        filesBelow();
        JsonNode json =
                tier.run("-set", "/dir", "fast=1", "--dry-run", "--json").json();
        assertThat(json.at("/below/inheriting").asLong()).isEqualTo(2);
        assertThat(json.at("/below/bytesToCopy").asLong()).isEqualTo(2000);
        assertThat(namenode.calls())
                .as("a file keeps its replication, and nothing is changed")
                .filteredOn(call -> call.contains(" policy "))
                .containsExactlyInAnyOrder(
                        me + " policy /dir 'fast=1' 0 dry",
                        me + " policy /dir/a 'fast=2' 0 dry",
                        me + " policy /dir/b 'fast=2' 0 dry");
    }

    @Test
    void reportsRejectionsInOneLine() {
        Said said = tier.run("-create", "/refused", "ghost");
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err())
                .isEqualTo(String.format("hdfs tier create: unknown tier 'ghost': expected fast, disk%n"));
        assertThat(tier.run("-create", "/forbidden", "fast").err())
                .isEqualTo(String.format("hdfs tier create: Permission denied: /forbidden%n"));
        assertThat(tier.run("-show", "/absent").err())
                .isEqualTo(String.format("hdfs tier show: File does not exist: /absent%n"));
    }

    @Test
    void reportsInvalidUsage() {
        assertThat(tier.run("-move", "/f", "fast", "fast").exitCode()).isEqualTo(2);
        assertThat(tier.run("-move", "/f", "fast").exitCode()).isEqualTo(2);
        assertThat(tier.run("-set", "/f", "quick").err())
                .contains("'quick' is not a policy")
                .contains("hdfs tier set --help");
        assertThat(tier.run("-create", "/f", "fast", "--timeout", "1s").err()).contains("--timeout requires -w");
        assertThat(tier.run("-create", "/f", "fast", "-w", "--timeout", "soon").err())
                .contains("such as 90s");
        assertThat(tier.run("-create", "/f", "fast", "-w", "--dry-run").exitCode())
                .isEqualTo(2);
        assertThat(tier.run("-show", "").exitCode()).isEqualTo(2);
        assertThat(tier.run().exitCode()).isEqualTo(2);
        assertThat(tier.run("-frobnicate").exitCode()).isEqualTo(2);
        assertThat(namenode.calls()).isEmpty();
    }

    @Test
    void suggestsHowToSelectACluster() {
        Said said = tier.run("-list", "-fs", "file:///");
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err())
                .isEqualTo(String.format("hdfs tier list: file:/// is not HDFS: only hdfs:// file systems have tiers;"
                        + " select a cluster with --conf DIR or -fs URI%n"));
        assertThat(tier.run("-list", "--conf", "/no/such/directory").err())
                .isEqualTo(
                        String.format("hdfs tier list: configuration directory /no/such/directory does not exist%n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "list", "show", "set", "unset", "create", "delete", "move", "quota", "status", "explain", "forget"
            })
    void everyCommandHasHelp(String command) {
        Said said = tier.run("-" + command, "--help");
        assertThat(said.exitCode()).isZero();
        assertThat(said.out()).contains("Examples:").contains("Exit codes:").contains("--json");
        assertThat(tier.run(command, "-help").out()).isEqualTo(said.out());
    }
}
