package org.underbase.htfs.record;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.security.ProviderUtils;
import org.apache.hadoop.security.alias.AbstractJavaKeyStoreProvider;

/**
 * Lookup of a secret in Hadoop's credential providers. Some are files in a traced file system, which is
 * opened while the tracer starts, so that its instance is not traced. {@code FileSystem} must therefore not cache it: the
 * application would get the same instance. The provider keeps the instance, which is not closed.
 */
final class CredentialLookup {
    private CredentialLookup() {}

    /**
     * Returns the secret under {@code name}, or null if no provider has it.
     *
     * @throws IOException if a provider cannot be read; the message is one line
     */
    static char[] password(Configuration conf, String name) throws IOException {
        try {
            return withoutCache(conf).getPassword(name);
        } catch (IOException e) {
            // Hadoop's message names neither the provider nor the cause.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(
                    "cannot read " + name + " from the credential provider "
                            + conf.get(CommonConfigurationKeysPublic.HADOOP_SECURITY_CREDENTIAL_PROVIDER_PATH) + ": "
                            + cause.toString().lines().findFirst().orElse("")
                            + "; check "
                            + CommonConfigurationKeysPublic.HADOOP_SECURITY_CREDENTIAL_PROVIDER_PATH
                            + ", whether this user may read the provider, and its password in "
                            + AbstractJavaKeyStoreProvider.CREDENTIAL_PASSWORD_ENV_VAR + " or "
                            + CommonConfigurationKeysPublic.HADOOP_SECURITY_CREDENTIAL_PASSWORD_FILE_KEY,
                    e);
        }
    }

    private static Configuration withoutCache(Configuration conf) throws IOException {
        String providers = CommonConfigurationKeysPublic.HADOOP_SECURITY_CREDENTIAL_PROVIDER_PATH;
        if (conf.get(providers) == null) {
            return conf;
        }
        Configuration copy = new Configuration(conf);
        // A provider may also open a file system that its address does not name, such as the one below viewfs://.
        conf.getValByRegex("^fs\\.[^.]+\\.impl$")
                .keySet()
                .forEach(key -> copy.setBoolean(key + ".disable.cache", true));
        for (String provider : conf.getTrimmedStringCollection(providers)) {
            String scheme = scheme(provider);
            if (scheme != null) {
                copy.setBoolean("fs." + scheme + ".impl.disable.cache", true);
            }
        }
        return copy;
    }

    /** Returns the scheme of the file system of a provider such as {@code jceks://hdfs@host:8020/path}, or null. */
    private static String scheme(String provider) throws IOException {
        try {
            return ProviderUtils.unnestUri(URI.create(provider)).toUri().getScheme();
        } catch (IllegalArgumentException e) {
            throw new IOException("invalid credential provider " + provider + ": " + e.getMessage(), e);
        }
    }
}
