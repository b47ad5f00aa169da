package org.underbase.localcompact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.provider.SaslClientAuthenticationProviders;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.util.KerberosName;

/** Kerberos realm with a key distribution center in this JVM, which uses the realm until it is closed. */
final class KerberosRealm implements AutoCloseable {
    private static final String CONF = "java.security.krb5.conf";
    /** System property for manual runs with the ticket lifetime in seconds. Default: one day. */
    private static final String LIFE = "underbase.test.ticket.seconds";

    private final Path directory;
    private final MiniKdc kdc;
    private final String previousConf = System.getProperty(CONF, "");

    private KerberosRealm(Path directory, MiniKdc kdc) {
        this.directory = directory;
        this.kdc = kdc;
    }

    /** Starts a realm with its files in a new subdirectory. */
    static KerberosRealm start(Path parent) throws Exception {
        Path directory = Files.createTempDirectory(Files.createDirectories(parent), "realm-");
        Properties conf = MiniKdc.createConf();
        conf.setProperty(MiniKdc.KDC_BIND_ADDRESS, "127.0.0.1");
        conf.setProperty(MiniKdc.MAX_TICKET_LIFETIME, System.getProperty(LIFE, "86400"));
        KerberosRealm realm = new KerberosRealm(directory, new MiniKdc(conf, directory.toFile()));
        realm.kdc.start();
        System.setProperty(CONF, realm.conf().toString());
        return realm;
    }

    /** Returns the krb5.conf of the realm. */
    Path conf() {
        return kdc.getKrb5conf().toPath();
    }

    /** Returns the KDC's port, which is unique on this machine while the realm is open. */
    int port() {
        return kdc.getPort();
    }

    /** Returns the principal with a name. */
    String principal(String name) {
        return name + "@" + kdc.getRealm();
    }

    /** Creates principals and a keytab with their keys. */
    Path keytab(String file, List<String> names) throws Exception {
        Path keytab = directory.resolve(file);
        kdc.createPrincipal(keytab.toFile(), names.toArray(String[]::new));
        return keytab;
    }

    /** Enables Kerberos in this JVM. */
    static void secure(Configuration conf) {
        KerberosName.resetDefaultRealm();
        UserGroupInformation.setConfiguration(conf);
        // HBase caches the authentication providers of the first client in a JVM.
        SaslClientAuthenticationProviders.reset();
    }

    /** Gets a ticket of a principal. */
    UserGroupInformation login(String name, Path keytab) throws IOException {
        return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal(name), keytab.toString());
    }

    @Override
    public void close() throws IOException {
        kdc.stop();
        if (previousConf.isEmpty()) {
            System.clearProperty(CONF);
        } else {
            System.setProperty(CONF, previousConf);
        }
        UserGroupInformation.reset();
        UserGroupInformation.setConfiguration(new Configuration(false));
        SaslClientAuthenticationProviders.reset();
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }
}
