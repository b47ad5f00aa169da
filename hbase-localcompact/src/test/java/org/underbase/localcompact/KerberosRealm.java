package org.underbase.localcompact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.provider.SaslClientAuthenticationProviders;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.util.KerberosName;

/** A realm of Kerberos with a key distribution center in this JVM, which believes in it until the realm is closed. */
final class KerberosRealm implements AutoCloseable {
    private static final String CONF = "java.security.krb5.conf";
    /** For runs by hand: a system property with the seconds after which tickets end; a day without it. */
    private static final String LIFE = "underbase.test.ticket.seconds";

    private final Path directory;
    private final MiniKdc kdc;
    private final Optional<String> confBefore = Optional.ofNullable(System.getProperty(CONF));

    private KerberosRealm(Path directory, MiniKdc kdc) {
        this.directory = directory;
        this.kdc = kdc;
    }

    /** Starts a center below a directory. */
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

    /** The krb5.conf of all that live in it. */
    Path conf() {
        return kdc.getKrb5conf().toPath();
    }

    /** A port of this machine that nobody else has as long as the realm is open. */
    int port() {
        return kdc.getPort();
    }

    /** A principal of that name. */
    String principal(String name) {
        return name + "@" + kdc.getRealm();
    }

    /** Makes principals and a file of their keys. */
    Path keytab(String file, List<String> names) throws Exception {
        Path keytab = directory.resolve(file);
        kdc.createPrincipal(keytab.toFile(), names.toArray(String[]::new));
        return keytab;
    }

    /** Has this JVM ask for tickets. */
    static void secure(Configuration conf) {
        KerberosName.resetDefaultRealm();
        UserGroupInformation.setConfiguration(conf);
        // HBase keeps how its first client of a JVM proved who it is.
        SaslClientAuthenticationProviders.reset();
    }

    /** A ticket of a principal. */
    UserGroupInformation login(String name, Path keytab) throws IOException {
        return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal(name), keytab.toString());
    }

    @Override
    public void close() throws IOException {
        kdc.stop();
        confBefore.ifPresentOrElse(before -> System.setProperty(CONF, before), () -> System.clearProperty(CONF));
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
