package org.underbase.bench.tracer.hdfs;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.htfs.record.Tracer;
import org.underbase.testbed.client.RequestLoop;

/** Client in a separate JVM: {@code ClientMain CONF_DIRECTORY [KEY=VALUE...]}. Executes {@link Request}s. */
public final class ClientMain {
    private ClientMain() {}

    /**
     * Executes requests until the input ends.
     *
     * @param args see above
     * @throws IOException if an operation of HDFS fails
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        RequestLoop<Request> requests = new RequestLoop<>(Request.class);
        Configuration conf = new Configuration();
        for (String site : new String[] {"core-site.xml", "hdfs-site.xml"}) {
            conf.addResource(new Path(args[0], site));
        }
        for (int i = 1; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            conf.set(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        boolean traced = HdfsClients.TRACED.equals(conf.get(HdfsClients.IMPL));
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        try (FileSystem fs = FileSystem.newInstance(conf)) {
            if (!fs.getClass().getName().equals(traced ? HdfsClients.TRACED : HdfsClients.STOCK)) {
                throw new IOException("unexpected file system " + fs.getClass().getName());
            }
            Load load = new Load(fs);
            requests.run(request -> {
                long before = process.getProcessCpuTime();
                Slice slice = load.run(request);
                if (traced && !Tracer.of(conf).flush()) {
                    throw new IOException("the tracer did not write its events");
                }
                long cpu = process.getProcessCpuTime() - before;
                return new Slice(slice.calls(), slice.bytes(), slice.wallNanos(), cpu);
            });
        }
    }
}
