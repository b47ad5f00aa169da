package org.underbase.bench.tiers.io;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.testbed.client.RequestLoop;

/**
 * Client on a node: {@code IoMain HOST RACK_HOST...}, the names of its node and of the other nodes on its rack. The cluster's
 * configuration is on the class path. Executes {@link Phase}s.
 */
public final class IoMain {
    private IoMain() {}

    /**
     * Executes phases until the input ends.
     *
     * @param args see above
     * @throws IOException if an operation of HDFS fails
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        RequestLoop<Phase> phases = new RequestLoop<>(Phase.class);
        try (FileSystem fs = FileSystem.newInstance(new Configuration())) {
            // Loads the classes of the first call before the measurement.
            fs.exists(fs.getHomeDirectory());
            phases.run(phase -> new Transfers(fs, phase, args).run());
        }
    }
}
