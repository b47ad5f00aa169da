package org.underbase.analysis.mapreduce.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.util.KerberosName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.mapreduce.soak.JobCluster.Result;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestTrace;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.network.Network;

/** Analysis on HDFS and YARN with Kerberos: the submitter has a ticket, its tasks have delegation tokens only. */
@Tag("cluster")
@Tag("long")
class SecureAnalysisTest {
    private static final long SEED = 29;
    private static final String USER = "alice";
    private static final String HOME = "/user/" + USER;
    private static final String CONF = "java.security.krb5.conf";

    @TempDir
    private Path directory;

    private MiniKdc kdc;

    @BeforeEach
    void startKdc() throws Exception {
        Properties settings = MiniKdc.createConf();
        settings.setProperty(MiniKdc.KDC_BIND_ADDRESS, "127.0.0.1");
        kdc = new MiniKdc(
                settings, Files.createDirectories(directory.resolve("kdc")).toFile());
        kdc.start();
    }

    @AfterEach
    void stopKdc() {
        kdc.stop();
        System.clearProperty(CONF);
        UserGroupInformation.reset();
        UserGroupInformation.setConfiguration(new Configuration(false));
    }

    @Test
    void tasksNeedOnlyTokens() throws Exception {
        // A principal contains the address; the port of the KDC makes it unique.
        String subnet = "127." + (kdc.getPort() >> Byte.SIZE) + "." + (kdc.getPort() & 0xff);
        String daemons = "hdfs/" + subnet + ".1";
        Path daemonKeys = keytab("daemons", daemons, "HTTP/" + subnet + ".1");
        Path userKeys = keytab("users", USER);
        ClusterRecipe recipe = recipe(subnet, daemons, daemonKeys);
        recipe.beforeHBase(cluster -> as(login(cluster.clientConfiguration(), daemons, daemonKeys), () -> {
            try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
                directory(fs, "/staging", "hdfs", 01777);
                directory(fs, HOME, USER, 0700);
            }
            return null;
        }));
        Path local = TestTrace.write(
                Files.createDirectories(directory.resolve("trace")), SyntheticHBase.events(SEED, 2, 20));
        try (JobCluster cluster = JobCluster.start(recipe)) {
            UserGroupInformation user = login(cluster.daemons().clientConfiguration(), USER, userKeys);
            String trace = as(user, () -> cluster.upload(local, HOME + "/trace"));
            Result process = as(user, () -> cluster.analyze(trace, directory.resolve("local")));

            Result jobs = as(user, () -> cluster.analyzeOnYarn(trace, directory.resolve("yarn")));

            assertThat(jobs.json()).as("seed %d", SEED).isEqualTo(process.json());
            assertThat(jobs.tables()).as("seed %d", SEED).isEqualTo(process.tables());
            try (Stream<Path> segments = Files.list(local)) {
                for (Path segment : (Iterable<Path>) segments::iterator) {
                    assertThat(opens(cluster.daemons(), segment.getFileName().toString()))
                            .as("opens of %s by tasks of both jobs", segment)
                            .hasSizeGreaterThanOrEqualTo(2);
                }
            }
            assertThat(as(user, cluster::workDirectories)).isEmpty();
        }
    }

    private ClusterRecipe recipe(String subnet, String daemons, Path keytab) throws IOException {
        String krb5 = "-D" + CONF + "=" + kdc.getKrb5conf();
        ClusterRecipe recipe = TestCluster.builder()
                .name("secure-analysis")
                .network(Network.loopback().subnet(subnet))
                .set("hadoop.security.authentication", "kerberos")
                .set("dfs.block.access.token.enable", "true")
                .set("dfs.data.transfer.protection", "authentication")
                // The DataNode's web server has no certificate here; its data port still requires SASL.
                .set("ignore.secure.ports.for.testing", "true")
                .set("dfs.web.authentication.kerberos.principal", principal("HTTP/" + subnet + ".1"))
                // Otherwise its parent is the directory of finished jobs, which other users do not enter.
                .set("mapreduce.jobhistory.intermediate-done-dir", "/history-intermediate")
                .set("mapreduce.admin.map.child.java.opts", krb5)
                .set("mapreduce.admin.reduce.child.java.opts", krb5)
                .set("yarn.app.mapreduce.am.admin-command-opts", krb5);
        for (String service : List.of(
                "dfs.namenode.kerberos.",
                "dfs.datanode.kerberos.",
                "yarn.resourcemanager.",
                "yarn.nodemanager.",
                "mapreduce.jobhistory.")) {
            recipe.set(service + "principal", principal(daemons));
        }
        // Clients and tasks do not know the keytab.
        for (Role role : Role.values()) {
            recipe.jvmOptions(role, krb5)
                    .set(role, "dfs.namenode.keytab.file", keytab.toString())
                    .set(role, "dfs.datanode.keytab.file", keytab.toString())
                    .set(role, "dfs.web.authentication.kerberos.keytab", keytab.toString())
                    .set(role, "yarn.resourcemanager.keytab", keytab.toString())
                    .set(role, "yarn.nodemanager.keytab", keytab.toString())
                    .set(role, "mapreduce.jobhistory.keytab", keytab.toString());
        }
        return recipe.jvmOptions(Role.NODEMANAGER, "-javaagent:" + agent());
    }

    /** Creates the jar of an agent, whose class is on the class path. */
    private Path agent() throws IOException {
        Path jar = directory.resolve("agent.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", UncheckedOwners.class.getName());
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
        return jar;
    }

    private static void directory(FileSystem fs, String path, String owner, int mode) throws IOException {
        var created = new org.apache.hadoop.fs.Path(path);
        fs.mkdirs(created);
        fs.setOwner(created, owner, owner);
        fs.setPermission(created, new FsPermission((short) mode));
    }

    /** Returns the lines of the NameNode's audit log about opens with a token. */
    private List<String> opens(TestCluster cluster, String segment) throws IOException {
        return Files.readAllLines(cluster.nameNode().log(), StandardCharsets.UTF_8).stream()
                .filter(line -> line.contains("ugi=" + principal(USER) + " (auth:TOKEN)")
                        && line.contains("cmd=open")
                        && line.contains("src=" + HOME + "/trace/" + segment))
                .toList();
    }

    private String principal(String name) {
        return name + "@" + kdc.getRealm();
    }

    private Path keytab(String name, String... principals) throws Exception {
        Path keytab = directory.resolve(name + ".keytab");
        kdc.createPrincipal(keytab.toFile(), principals);
        return keytab;
    }

    private UserGroupInformation login(Configuration conf, String name, Path keytab) throws IOException {
        KerberosName.resetDefaultRealm();
        UserGroupInformation.setConfiguration(conf);
        return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal(name), keytab.toString());
    }

    private static <T> T as(UserGroupInformation user, PrivilegedExceptionAction<T> action) throws IOException {
        try {
            return user.doAs(action);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
