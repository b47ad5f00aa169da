package org.underbase.bench.tiers.mapreduce;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.underbase.testbed.client.RequestLoop;
import org.underbase.testbed.yarn.YarnDaemon;

/**
 * ResourceManager, JobHistoryServer and client of a {@link MapReduceCluster}: {@code ManagerMain SITE_FILE}. Executes {@link
 * ToolRequest}s.
 */
public final class ManagerMain {
    private ManagerMain() {}

    /**
     * Executes requests until the input ends.
     *
     * @param args see above
     * @throws IOException if a daemon does not start, or a program fails
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        YarnDaemon.exitOnFailure();
        DefaultMetricsSystem.setMiniClusterMode(true);
        RequestLoop<ToolRequest> requests = new RequestLoop<>(ToolRequest.class);
        Configuration conf = JobSettings.complete(YarnSettings.read(args[0]));
        YarnDaemon.start(new ResourceManager(), conf);
        YarnDaemon.start(new JobHistoryServer(), conf);
        requests.run(new Jobs(conf)::run);
        System.exit(0);
    }
}
