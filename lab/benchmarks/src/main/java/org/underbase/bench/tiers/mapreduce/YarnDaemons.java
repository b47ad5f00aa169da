package org.underbase.bench.tiers.mapreduce;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Start of daemons in this JVM. */
final class YarnDaemons {
    private YarnDaemons() {}

    /** Makes this JVM exit if a thread fails: threads of the daemons would keep it running. */
    static void exitOnFailure() {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
        });
    }

    /** Reads the configuration of a site file and of the cluster, which is on the class path. */
    static Configuration read(String site) {
        Configuration conf = new YarnConfiguration();
        conf.addResource(new org.apache.hadoop.fs.Path(Path.of(site).toUri()));
        return conf;
    }

    /**
     * Starts a daemon.
     *
     * @throws IOException if it does not start
     */
    static void start(Service daemon, Configuration conf) throws IOException {
        daemon.init(conf);
        daemon.start();
        if (daemon.getFailureCause() != null) {
            throw new IOException(daemon.getName() + " did not start", daemon.getFailureCause());
        }
    }
}
