package org.underbase.tier.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.protocol.TierDatanodeProtocol;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceRequestProto;
import org.underbase.tier.testing.MiniTieredCluster;

/** Tiers with Kerberos: users with a ticket, jobs with a delegation token, unauthorized users, and DataNodes. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KerberosTest {
    private static final String KRB5_CONF = "java.security.krb5.conf";
    private static final String SERVER = "hdfs/localhost";

    @TempDir
    static Path directory;

    private MiniKdc kdc;
    private Path users;
    private MiniTieredCluster cluster;
    private Namenode namenode;

    @BeforeAll
    void start() throws Exception {
        Properties settings = MiniKdc.createConf();
        settings.setProperty(MiniKdc.KDC_BIND_ADDRESS, "127.0.0.1");
        kdc = new MiniKdc(settings, directory.resolve("kdc").toFile());
        kdc.start();
        System.setProperty(KRB5_CONF, kdc.getKrb5conf().toString());
        Path servers = directory.resolve("servers.keytab");
        kdc.createPrincipal(servers.toFile(), SERVER, "HTTP/localhost");
        users = directory.resolve("users.keytab");
        kdc.createPrincipal(users.toFile(), "alice", "carol");
        Configuration secure = new Configuration();
        secure.set("hadoop.security.authentication", "kerberos");
        UserGroupInformation.setConfiguration(secure);
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .node("/r0", "fast", "disk")
                .conf("hadoop.security.authentication", "kerberos")
                .conf("hadoop.security.authorization", "true")
                .conf(TierProtocol.ACL_KEY, "hdfs,alice")
                .conf("dfs.namenode.kerberos.principal", principal(SERVER))
                .conf("dfs.namenode.keytab.file", servers.toString())
                .conf("dfs.datanode.kerberos.principal", principal(SERVER))
                .conf("dfs.datanode.keytab.file", servers.toString())
                .conf("dfs.web.authentication.kerberos.principal", principal("HTTP/localhost"))
                .conf("dfs.web.authentication.kerberos.keytab", servers.toString())
                .conf("dfs.data.transfer.protection", "authentication")
                // The DataNodes' web servers have no certificates here; their data ports still require SASL.
                .conf("ignore.secure.ports.for.testing", "true")
                .build();
        namenode = new Namenode(cluster);
        cluster.fileSystem().mkdirs(new org.apache.hadoop.fs.Path("/alice"));
        cluster.fileSystem().setOwner(new org.apache.hadoop.fs.Path("/alice"), "alice", "users");
    }

    @AfterAll
    void stop() throws Exception {
        try {
            // First the key distribution center: its threads start with the requests of the cluster.
            if (kdc != null) {
                kdc.stop();
            }
            if (cluster != null) {
                cluster.close();
            }
        } finally {
            System.clearProperty(KRB5_CONF);
            UserGroupInformation.reset();
            UserGroupInformation.setConfiguration(new Configuration(false));
        }
    }

    private String principal(String name) {
        return name + "@" + kdc.getRealm();
    }

    private UserGroupInformation ticket(String user) throws IOException {
        return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal(user), users.toString());
    }

    private static Object setPolicy(TierProtocol protocol, String policy) throws IOException {
        return protocol.setPolicy(Namenode.policyRequest("/alice", policy, 0));
    }

    @Test
    void aUserWithATicketChangesTiers() throws Exception {
        namenode.callAs(ticket("alice"), protocol -> setPolicy(protocol, "disk=1"));
        assertThat(namenode.file("/alice").getPolicy()).isEqualTo("disk=1");
    }

    @Test
    void aJobWithADelegationTokenChangesTiers() throws Exception {
        Token<?> token = ticket("alice").doAs((PrivilegedExceptionAction<Token<?>>) () -> {
            try (FileSystem fs = FileSystem.newInstance(cluster.miniCluster().getURI(), cluster.configuration())) {
                return fs.getDelegationToken("alice");
            }
        });
        UserGroupInformation job = UserGroupInformation.createRemoteUser("alice");
        job.addToken(token);
        namenode.callAs(job, protocol -> setPolicy(protocol, "fast=1"));
        assertThat(namenode.file("/alice").getPolicy()).isEqualTo("fast=1");
    }

    @Test
    void usersWithoutCredentialsOrOutsideTheAccessListAreRejected() throws Exception {
        assertThatThrownBy(() -> namenode.callAs(UserGroupInformation.createRemoteUser("alice"), TierProtocol::tiers))
                .hasMessageContaining("cannot authenticate");
        assertThatThrownBy(() -> namenode.callAs(ticket("carol"), TierProtocol::tiers))
                .hasMessageContaining("carol")
                .hasMessageContaining("not authorized");
    }

    /** The cluster has started, so the DataNodes have announced their tiers with their principal. */
    @Test
    void aTicketOfAnotherPrincipalAnnouncesNothing() throws Exception {
        AnnounceRequestProto request = AnnounceRequestProto.newBuilder()
                .setUuid(cluster.datanodes("disk").get(0).getDatanodeUuid())
                .setTier("disk")
                .setBlockPoolId(cluster.miniCluster().getNamesystem().getBlockPoolId())
                .build();
        assertThatThrownBy(() -> namenode.announce(ticket("alice"), request))
                .hasMessageContaining(TierDatanodeProtocol.class.getName())
                .hasMessageContaining("only accessible by " + principal(SERVER));
    }
}
