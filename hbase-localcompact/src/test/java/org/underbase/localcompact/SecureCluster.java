package org.underbase.localcompact;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.token.TokenProvider;
import org.apache.hadoop.security.UserGroupInformation;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.network.Network;

/**
 * Cluster with Kerberos, encrypted network traffic, HBase's access control, and an HBase user that is not an HDFS superuser. Each
 * daemon has a principal with its host name.
 */
final class SecureCluster implements AutoCloseable {
    /** HBase superuser other than the user of the RegionServers. */
    static final String ADMIN = "admin";

    private final KerberosRealm realm;
    private final Path userKeys;
    private final TestCluster cluster;
    private final Map<String, UserGroupInformation> tickets = new HashMap<>();

    private SecureCluster(KerberosRealm realm, Path userKeys, TestCluster cluster) {
        this.realm = realm;
        this.userKeys = userKeys;
        this.cluster = cluster;
    }

    /** Starts the cluster with the given users and the superuser. */
    static SecureCluster start(ClusterRecipe builder, int nodes, String... users) throws Exception {
        KerberosRealm realm = KerberosRealm.start(Path.of(System.getProperty("java.io.tmpdir")));
        boolean started = false;
        try {
            // Principals contain host names, so the addresses are selected here; the KDC's port makes them unique.
            String subnet = "127." + (realm.port() >> Byte.SIZE) + "." + (realm.port() & 0xff);
            List<String> hosts = new ArrayList<>();
            for (int i = 1; i <= nodes; i++) {
                hosts.add(subnet + "." + i);
            }
            Path hdfs = realm.keytab("hdfs.keytab", principals(hosts, "hdfs", "HTTP"));
            Path hbase = realm.keytab("hbase.keytab", principals(hosts, "hbase"));
            List<String> names = new ArrayList<>(List.of(users));
            names.add(ADMIN);
            Path userKeys = realm.keytab("users.keytab", names);
            String first = hosts.get(0);
            builder.nodes(nodes).network(Network.loopback().subnet(subnet));
            hdfs(builder, realm, hdfs, first);
            hbase(builder, realm, hbase);
            for (Role role : Role.values()) {
                builder.jvmOptions(role, "-Djava.security.krb5.conf=" + realm.conf());
            }
            builder.beforeHBase(cluster -> {
                KerberosRealm.secure(cluster.clientConfiguration());
                UserGroupInformation superuser = realm.login("hdfs/" + first, hdfs);
                as(superuser, cluster.clientConfiguration(), fs -> {
                    var root = new org.apache.hadoop.fs.Path("/hbase");
                    fs.mkdirs(root, new FsPermission((short) 0700));
                    fs.setOwner(root, "hbase", "hbase");
                    return root;
                });
            });
            TestCluster cluster = builder.start();
            SecureCluster secure = new SecureCluster(realm, userKeys, cluster);
            secure.tickets.put("hdfs", realm.login("hdfs/" + first, hdfs));
            secure.tickets.put("hbase", realm.login("hbase/" + first, hbase));
            started = true;
            return secure;
        } finally {
            if (!started) {
                realm.close();
            }
        }
    }

    private static List<String> principals(List<String> hosts, String... services) {
        List<String> names = new ArrayList<>();
        for (String service : services) {
            hosts.forEach(host -> names.add(service + "/" + host));
        }
        return names;
    }

    private static void hdfs(ClusterRecipe builder, KerberosRealm realm, Path keytab, String nameNode) {
        builder.set("hadoop.security.authentication", "kerberos")
                .set("hadoop.rpc.protection", "privacy")
                .set("dfs.block.access.token.enable", "true")
                .set("dfs.data.transfer.protection", "privacy")
                // The DataNodes' web servers have no certificates here; their data ports still require SASL.
                .set("ignore.secure.ports.for.testing", "true")
                // fsck uses HTTP, whose server identifies a client by its local user name.
                .set(
                        Role.NAMENODE,
                        "hadoop.user.group.static.mapping.overrides",
                        "dr.who=;" + System.getProperty("user.name") + "=supergroup")
                .set("dfs.namenode.kerberos.principal", realm.principal("hdfs/" + nameNode))
                .set("dfs.namenode.keytab.file", keytab.toString())
                .set("dfs.datanode.kerberos.principal", realm.principal("hdfs/_HOST"))
                .set("dfs.datanode.keytab.file", keytab.toString())
                .set("dfs.web.authentication.kerberos.principal", realm.principal("HTTP/" + nameNode))
                .set("dfs.web.authentication.kerberos.keytab", keytab.toString());
    }

    private static void hbase(ClusterRecipe builder, KerberosRealm realm, Path keytab) {
        String access = AccessController.class.getName();
        builder.hbase(true)
                .hbaseSet("hbase.security.authentication", "kerberos")
                .hbaseSet("hbase.rpc.protection", "privacy")
                .hbaseSet("hbase.master.kerberos.principal", realm.principal("hbase/_HOST"))
                .hbaseSet("hbase.master.keytab.file", keytab.toString())
                .hbaseSet("hbase.regionserver.kerberos.principal", realm.principal("hbase/_HOST"))
                .hbaseSet("hbase.regionserver.keytab.file", keytab.toString())
                .hbaseSet("hbase.superuser", ADMIN)
                .hbaseSet("hbase.security.authorization", "true")
                .hbaseSet("hbase.coprocessor.master.classes", access)
                .hbaseSet("hbase.coprocessor.region.classes", access + "," + TokenProvider.class.getName())
                .hbaseSet("hbase.coprocessor.regionserver.classes", access)
                .with("localcompact");
    }

    TestCluster cluster() {
        return cluster;
    }

    /** Returns a valid ticket of a user. */
    synchronized UserGroupInformation ticket(String user) throws IOException {
        UserGroupInformation known = tickets.get(user);
        if (known == null) {
            known = realm.login(user, userKeys);
            tickets.put(user, known);
        }
        known.checkTGTAndReloginFromKeytab();
        return known;
    }

    /** Connects to HBase as a user of the realm. */
    Connection connect(String user) throws IOException {
        return connect(ticket(user));
    }

    /** Connects to HBase as a given user. */
    Connection connect(UserGroupInformation user) throws IOException {
        Configuration conf = new Configuration(cluster.clientConfiguration());
        // Do not retry rejected calls.
        conf.setInt("hbase.client.retries.number", 1);
        return ConnectionFactory.createConnection(conf, null, User.create(user));
    }

    /** Action on a file system. */
    @FunctionalInterface
    interface Files<T> {
        T apply(FileSystem fs) throws IOException;
    }

    /** Runs an action in HDFS as a user of the realm. */
    <T> T inHdfs(String user, Configuration conf, Files<T> action) throws IOException {
        return as(ticket(user), conf, action);
    }

    private static <T> T as(UserGroupInformation user, Configuration conf, Files<T> action) throws IOException {
        try {
            return user.doAs((PrivilegedExceptionAction<T>) () -> {
                try (FileSystem fs = FileSystem.newInstance(conf)) {
                    return action.apply(fs);
                }
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            cluster.close();
        } finally {
            realm.close();
        }
    }
}
