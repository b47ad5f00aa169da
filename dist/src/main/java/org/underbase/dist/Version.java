package org.underbase.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.apache.hadoop.util.VersionInfo;
import picocli.CommandLine.IVersionProvider;

/** Versions of Underbase, Hadoop, HBase and Java, as the jars on the class path state them. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {
            "Underbase " + underbase(),
            "Hadoop " + VersionInfo.getVersion(),
            "HBase " + org.apache.hadoop.hbase.util.VersionInfo.getVersion(),
            "Java " + System.getProperty("java.version")
        };
    }

    private static String underbase() {
        Properties build = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("/META-INF/underbase/build.properties")) {
            build.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return build.getProperty("version");
    }
}
