package org.underbase.bench.tiers.mapreduce;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.underbase.testbed.client.RequestLoop;

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
        YarnDaemons.exitOnFailure();
        DefaultMetricsSystem.setMiniClusterMode(true);
        RequestLoop<ToolRequest> requests = new RequestLoop<>(ToolRequest.class);
        Configuration conf = JobSettings.complete(YarnDaemons.read(args[0]));
        YarnDaemons.start(new ResourceManager(), conf);
        YarnDaemons.start(new JobHistoryServer(), conf);
        requests.run(new Jobs(conf)::run);
        System.exit(0);
    }
}
