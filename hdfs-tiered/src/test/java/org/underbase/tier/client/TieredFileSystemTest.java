package org.underbase.tier.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.protocol.TierException;

final class TieredFileSystemTest {
    private static final Path FILE = new Path("/f");

    private FakeNamenode namenode;
    private FakeHdfs hdfs;
    private TieredFileSystem tiered;
    private String me;

    @BeforeEach
    void start() throws IOException {
        namenode = FakeNamenode.active();
        hdfs = FakeHdfs.of(namenode);
        tiered = TieredFileSystem.of(hdfs);
        me = UserGroupInformation.getCurrentUser().getShortUserName();
    }

    @AfterEach
    void stop() throws IOException {
        tiered.close();
        hdfs.close();
        namenode.close();
    }

    @Test
    void theFourCallsOfTableTwo() throws IOException {
        assertThat(tiered.createFileTier("/f", "fast")).isTrue();
        assertThat(tiered.deleteFileTier("/f", "disk")).isTrue();
        assertThat(tiered.moveTier("/f", "disk", "fast", 2)).isTrue();
        tiered.setRepPolicy("/f", "hybrid", 3);
        tiered.unsetRepPolicy(FILE);
        assertThat(namenode.calls())
                .containsExactly(
                        me + " create /f fast",
                        me + " delete /f disk",
                        me + " move /f disk fast 2",
                        me + " policy /f 'hybrid' 3",
                        me + " policy /f '' 0");
    }

    @Test
    void aNumberOfReplicasIsAddedAndRemoved() throws IOException {
        assertThat(tiered.addReplicas(FILE, "fast", 1)).isTrue();
        assertThat(tiered.removeReplicas(FILE, "disk", 2)).isTrue();
        tiered.check(FILE, new TierChange.RemoveReplicas("disk", 1));
        assertThat(namenode.calls())
                .containsExactly(
                        me + " replicas /f fast 1", me + " replicas /f disk -2", me + " replicas /f disk -1 dry");
    }

    @Test
    void whatIsSoAlreadyIsAcceptedAgain() throws IOException {
        assertThat(tiered.createFileTier("/same", "fast")).isTrue();
        assertThat(tiered.apply(new Path("/same"), new TierChange.CreateTier("fast"))
                        .changed())
                .isFalse();
    }

    @Test
    void aCheckIsADryRun() throws IOException {
        ChangeResult answer = tiered.check(FILE, new TierChange.MoveTier("disk", "fast", 1));
        assertThat(answer.wanted()).contains(ReplicaVector.parse("fast=1,disk=1"));
        assertThat(answer.bytesToCopy()).isEqualTo(1000);
        assertThat(namenode.calls()).containsExactly(me + " move /f disk fast 1 dry");
    }

    @Test
    void refusalsComeAsWhatTheyAre() {
        assertThatThrownBy(() -> tiered.createFileTier("/absent", "fast")).isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> tiered.createFileTier("/missing", "fast"))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageStartingWith("no file /missing");
        assertThatThrownBy(() -> tiered.createFileTier("/forbidden", "fast"))
                .isInstanceOf(AccessControlException.class);
        assertThatThrownBy(() -> tiered.createFileTier("/refused", "ghost"))
                .isInstanceOf(TierException.class)
                .hasMessageStartingWith("unknown tier 'ghost': expected fast, disk");
    }

    @Test
    void badArgumentsNeverReachTheNameNode() {
        assertThatThrownBy(() -> tiered.createFileTier("/f", "Fast")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> tiered.moveTier("/f", "disk", "fast", 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> tiered.setRepPolicy("/f", "quick", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("network-aware, tier-aware, hybrid, random");
        assertThat(namenode.calls()).isEmpty();
    }

    @Test
    void relativePathsBeginAtTheWorkingDirectory() throws IOException {
        hdfs.setWorkingDirectory(new Path("/home/ann"));
        FileSystem wrapped = new FilterFileSystem(hdfs) {
            @Override
            public Path resolvePath(Path path) throws IOException {
                return super.resolvePath(makeQualified(path));
            }
        };
        try (TieredFileSystem over = TieredFileSystem.of(wrapped)) {
            over.createFileTier("notes", "fast");
        }
        assertThat(namenode.calls()).containsExactly(me + " create /home/ann/notes fast");
    }

    @Test
    void aCallIsMadeAsTheFileSystemsUserWhoeverMakesIt() throws Exception {
        UserGroupInformation bob = UserGroupInformation.createRemoteUser("bob");
        try (FakeHdfs bobs = bob.doAs((PrivilegedExceptionAction<FakeHdfs>) () -> FakeHdfs.of(namenode));
                TieredFileSystem over = TieredFileSystem.of(new FilterFileSystem(bobs))) {
            over.createFileTier("/f", "fast");
        }
        assertThat(namenode.calls()).containsExactly("bob create /f fast");
    }

    @Test
    void whatIsNotHdfsIsRefusedAtOnce() throws IOException {
        try (FileSystem local = FileSystem.newInstance(java.net.URI.create("file:///"), new Configuration())) {
            assertThatThrownBy(() -> TieredFileSystem.of(local))
                    .isInstanceOf(TierException.class)
                    .hasMessage("file:/// is not HDFS: only hdfs:// file systems have tiers");
        }
    }

    @Test
    void aPlacementSaysWhatIsAndWhatIsWanted() throws IOException {
        namenode.file("/f", Placements.onItsWay());
        FilePlacement placement = tiered.placement(FILE);
        assertThat(placement.settled()).isFalse();
        assertThat(placement.origin()).isEqualTo(PolicyOrigin.DIRECTORY);
        assertThat(placement.policyPath()).contains(new Path("/data"));
        assertThat(placement.wanted()).contains(ReplicaVector.parse("disk=1,fast=1"));
        assertThat(placement.present())
                .containsExactly(
                        new PresentReplicas(java.util.Optional.of(ReplicaVector.parse("fast=1,disk=1")), 1),
                        new PresentReplicas(java.util.Optional.of(ReplicaVector.parse("disk=2")), 1));
        assertThat(placement.reason()).contains("tier fast has no usable node");
    }

    @Test
    void waitingEndsWithTheTimeoutOrWhenItIsThere() throws IOException {
        namenode.file("/f", Placements.onItsWay());
        assertThat(tiered.awaitPlacement(FILE, Duration.ofMillis(300), ProgressListener.NONE))
                .isFalse();

        List<PlacementProgress> reports = new ArrayList<>();
        boolean reached = tiered.awaitPlacement(FILE, Duration.ofMinutes(1), progress -> {
            reports.add(progress);
            namenode.file("/f", Placements.settled());
        });
        assertThat(reached).isTrue();
        assertThat(reports.get(0).bytesLeft()).isEqualTo(1000);
        assertThat(reports.get(0).reason()).contains("tier fast has no usable node");
        PlacementProgress last = reports.get(reports.size() - 1);
        assertThat(last.done()).isTrue();
        assertThat(last.bytesLeft()).isZero();
        assertThat(last.bytesTotal()).isEqualTo(1000);
    }

    @Test
    void aBulkChangeGoesOnPastWhatFails() throws IOException {
        List<Path> accepted = Collections.synchronizedList(new ArrayList<>());
        BulkResult result = tiered.applyAll(
                new Path("/dir"),
                new TierChange.CreateTier("fast"),
                BulkOptions.defaults().withParallelism(2).withListener(new BulkListener() {
                    @Override
                    public void accepted(Path file, ChangeResult answer) {
                        accepted.add(file);
                    }
                }));
        assertThat(accepted).extracting(path -> path.toUri().getPath()).containsExactlyInAnyOrder("/dir/a", "/dir/b");
        assertThat(result.files()).isEqualTo(3);
        assertThat(result.changed()).isEqualTo(2);
        assertThat(result.blocks()).isEqualTo(4);
        assertThat(result.bytesToCopy()).isEqualTo(2000);
        assertThat(result.failed()).isEqualTo(2);
        assertThat(result.failures())
                .extracting(failure -> failure.error().getClass().getSimpleName())
                .containsExactlyInAnyOrder("TierException", "AccessControlException");
    }

    @Test
    void aBulkDryRunIsDry() throws IOException {
        tiered.applyAll(
                new Path("/dir"),
                new TierChange.UnsetPolicy(),
                BulkOptions.defaults().withDryRun(true));
        assertThat(namenode.calls()).isNotEmpty().allMatch(call -> call.endsWith(" dry"));
    }

    @Test
    void theTiersAndTheMonitor() throws IOException {
        ClusterTiers all = tiered.clusterTiers();
        assertThat(all.tiers()).extracting(TierReport::name).containsExactly("fast", "disk");
        assertThat(all.tiers().get(0).usedFraction()).isEqualTo(0.5);
        assertThat(all.withoutTier()).isEqualTo(1);
        assertThat(tiered.status().lastScan()).isEqualTo(Duration.ofMillis(1500));
    }

    @Test
    void aRetrievalScopeTravelsWithTheCalls() throws IOException {
        try (RetrievalScope scope = tiered.retrieval("random")) {
            assertThat(scope).isNotNull();
            tiered.createFileTier("/f", "fast");
        }
        assertThat(namenode.calls()).containsExactly(me + " create /f fast {tierRetrieval:random}");
    }

    @Test
    void closedIsClosed() throws IOException {
        tiered.close();
        assertThatThrownBy(() -> tiered.createFileTier("/f", "fast"))
                .isInstanceOf(IOException.class)
                .hasMessage("this TieredFileSystem is closed");
    }
}
