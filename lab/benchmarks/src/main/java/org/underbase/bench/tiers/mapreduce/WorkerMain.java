package org.underbase.bench.tiers.mapreduce;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.underbase.testbed.client.RequestLoop;
import org.underbase.testbed.yarn.YarnDaemon;

/**
 * NodeManager of a {@link MapReduceCluster}: {@code WorkerMain SITE_FILE}. It starts at the first request, the directory of its
 * files, and responds with the ID under which it is registered.
 */
public final class WorkerMain {
    private WorkerMain() {}

    /**
     * Runs the daemon until the input ends.
     *
     * @param args see above
     * @throws IOException if it does not start
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        YarnDaemon.exitOnFailure();
        RequestLoop<Request> requests = new RequestLoop<>(Request.class);
        requests.run(request -> start(YarnSettings.read(args[0]), request));
        System.exit(0);
    }

    /**
     * Request to start.
     *
     * @param host address of the node
     * @param directory directory for all files of the daemon and its containers
     */
    record Request(String host, String directory) {}

    private static String start(Configuration conf, Request request) throws IOException {
        YarnDaemon.completeNodeManager(conf, request.host(), Path.of(request.directory()));
        NodeManager daemon = new NodeManager();
        YarnDaemon.start(daemon, conf);
        return daemon.getNMContext().getNodeId().toString();
    }
}
