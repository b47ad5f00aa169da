package org.underbase.tier.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.Namenode.Question;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.namenode.registry.TierPolicies;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.testing.MiniTieredCluster;

/** The access list of users who may give paths more replicas on fast tiers. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RaiseAccessTest {
    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private Namenode namenode;

    @BeforeAll
    void start() throws Exception {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "ssd", "disk")
                .nodes(2, "/r0", "fast", "ssd", "disk")
                .node("/r1", "fast", "ssd", "disk")
                .conf(TierKeys.MONITOR_ENABLED.name(), "false")
                .conf(TierKeys.RAISE_ACL.name(), "alice carol-group")
                .build();
        namenode = new Namenode(cluster);
    }

    /** Creates a file that all users may write, in such a directory with a policy. */
    private String writable(String name, String policy, int replication) throws Exception {
        org.apache.hadoop.fs.Path file = new TieredFiles(cluster).create(name, policy, 1, replication);
        cluster.fileSystem().setPermission(file.getParent(), new FsPermission((short) 0777));
        cluster.fileSystem().setPermission(file, new FsPermission((short) 0666));
        return file.toString();
    }

    private void rejectsRaise(String user, Question<?> raise) {
        assertThatThrownBy(() -> namenode.callAs(user, raise))
                .isInstanceOfSatisfying(RemoteException.class, e -> assertThat(e.getClassName())
                        .isEqualTo(AccessControlException.class.getName()))
                .hasMessageContaining("user " + user + " is not in dfs.tier.raise.acl");
    }

    @Test
    void usersOutsideTheListCannotRaise() throws Exception {
        String file = writable("outside", "fast=1,disk=2", 3);
        String parent = "/outside";
        List<Question<?>> raises = List.of(
                protocol -> protocol.setPolicy(Namenode.policyRequest(file, "fast=2,disk=1", 0)),
                protocol -> protocol.setPolicy(Namenode.policyRequest(parent, "fast=2,disk=1", 0)),
                protocol -> protocol.setPolicy(Namenode.policyRequest(parent, "landing:hybrid", 0)),
                protocol -> protocol.moveTier(Namenode.moveRequest(file, "disk", "fast", 1)));
        for (Question<?> raise : raises) {
            rejectsRaise("bob", raise);
        }
        assertThat(namenode.file(file).getWanted()).isEqualTo("fast=1,disk=2");
        assertThat(namenode.file(parent).getPolicy()).isEqualTo("fast=1,disk=2");
        // The group and the user of the list, and the superuser.
        namenode.callAs("carol", raises.get(0));
        namenode.callAs("alice", raises.get(1));
        namenode.call(raises.get(2));
        assertThat(namenode.file(parent).getPolicy()).isEqualTo("landing:hybrid");
    }

    @Test
    void replicaOfTheCacheIsNotTheUsers() throws Exception {
        String file = writable("cached", "ssd=2", 2);
        TierNamesystem.change(cluster.miniCluster().getNamesystem(), file, "test", false, false, target -> {
            target.setReplication((short) 3);
            target.set(TierPolicies.CACHED, TierPolicies.attribute(2));
        });
        assertThat(namenode.file(file).getCached()).isTrue();
        rejectsRaise("bob", protocol -> protocol.setPolicy(Namenode.policyRequest(file, "ssd=3", 0)));
        namenode.callAs("bob", protocol -> protocol.setPolicy(Namenode.policyRequest(file, "ssd=2,disk=1", 0)));
        assertThat(namenode.file(file).getWanted()).isEqualTo("ssd=2,disk=1");
    }

    private FileSystem filesOf(String user) throws Exception {
        return DFSTestUtil.getFileSystemAs(
                UserGroupInformation.createUserForTesting(user, new String[] {user + "-group"}),
                cluster.configuration());
    }

    @Test
    void usersOutsideTheListCannotRaiseByTheReplication() throws Exception {
        org.apache.hadoop.fs.Path fast = new org.apache.hadoop.fs.Path(writable("fast", "fast=3", 3));
        org.apache.hadoop.fs.Path disk = new org.apache.hadoop.fs.Path(writable("disk", "landing:fast=1,disk=2", 3));
        try (FileSystem bobs = filesOf("bob");
                FileSystem alices = filesOf("alice")) {
            assertThatThrownBy(() -> bobs.setReplication(fast, (short) 4))
                    .isInstanceOf(AccessControlException.class)
                    .hasMessageStartingWith("user bob is not in dfs.tier.raise.acl: cannot give " + fast);
            assertThat(bobs.getFileStatus(fast).getReplication()).isEqualTo((short) 3);
            // The further replica belongs to the slowest tier.
            assertThat(bobs.setReplication(disk, (short) 4)).isTrue();
            assertThat(namenode.file(disk).getWanted()).isEqualTo("fast=1,disk=3");
            assertThat(bobs.setReplication(fast, (short) 2)).isTrue();
            assertThat(alices.setReplication(fast, (short) 4)).isTrue();
            assertThat(cluster.fileSystem().setReplication(fast, (short) 5)).isTrue();
            // HDFS rejects the call of a user who may not see the file.
            cluster.fileSystem().setPermission(fast.getParent(), new FsPermission((short) 0700));
            assertThatThrownBy(() -> bobs.setReplication(fast, (short) 6))
                    .isInstanceOf(AccessControlException.class)
                    .hasMessageStartingWith("Permission denied");
        }
    }

    /** A check that logged its failure and returned would permit the raise. */
    @Test
    void anUnexpectedFailureOfTheCheckRejectsTheReplication() throws Exception {
        String file = writable("faulty", "fast=3", 3);
        TierTopology topology = new TieredFiles(cluster).topology();
        TierTopology faulty = new TierTopology() {
            private int lookups;

            @Override
            public TierPolicies policies() {
                // The first lookup is whether policies exist.
                if (++lookups > 1) {
                    throw new IllegalStateException("a fault of the test");
                }
                return topology.policies();
            }
        };
        faulty.setConf(topology.getConf());
        RaiseAccess raises = new RaiseAccess(cluster.miniCluster().getNamesystem(), faulty);
        assertThatThrownBy(() -> raises.checkReplication(file, (short) 4)).hasMessage("a fault of the test");
    }

    @Test
    void everyWriterMayLower() throws Exception {
        String file = writable("lower", "fast=2,disk=1", 3);
        namenode.callAs("bob", protocol -> protocol.moveTier(Namenode.moveRequest(file, "fast", "disk", 1)));
        assertThat(namenode.file(file).getWanted()).isEqualTo("fast=1,disk=2");
        namenode.callAs("bob", protocol -> protocol.setPolicy(Namenode.policyRequest("/lower", "hybrid", 0)));
        namenode.callAs("bob", protocol -> protocol.deleteFileTier(Namenode.changeRequest(file, "fast")));
        assertThat(namenode.file(file).getWanted()).isEqualTo("disk=2");
        // The first replica on a faster tier is a raise, and so is the return to the directory's policy.
        rejectsRaise("bob", protocol -> protocol.createFileTier(Namenode.changeRequest(file, "fast")));
        rejectsRaise("bob", protocol -> protocol.setPolicy(Namenode.policyRequest(file, "", 0)));
        assertThat(namenode.file(file).getWanted()).isEqualTo("disk=2");
    }

    @Test
    void writersOfStockFilesHaveNoReplicasOnTiers() throws Exception {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/stock/file");
        DFSTestUtil.createFile(cluster.fileSystem(), file, 1 << 20, (short) 3, 1);
        cluster.fileSystem().setPermission(file, new FsPermission((short) 0666));
        String path = file.toString();
        rejectsRaise("bob", protocol -> protocol.setPolicy(Namenode.policyRequest(path, "fast=1,disk=2", 0)));
        namenode.callAs("bob", protocol -> protocol.setPolicy(Namenode.policyRequest(path, "disk=3", 0)));
        assertThat(namenode.file(path).getWanted()).isEqualTo("disk=3");
    }
}
