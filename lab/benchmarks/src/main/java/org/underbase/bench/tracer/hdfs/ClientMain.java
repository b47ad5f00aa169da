package org.underbase.bench.tracer.hdfs;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.bench.tracer.paired.Slices;
import org.underbase.htfs.record.Tracer;
import org.underbase.testbed.client.RequestLoop;

/** Traced client in a separate JVM: {@code ClientMain CONF_DIRECTORY TRACE_DIRECTORY}. Executes {@link Request}s. */
public final class ClientMain {
    private static final String TRACED = "org.underbase.htfs.APITraceDistributedFileSystem";

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
        conf.set("fs.hdfs.impl", TRACED);
        conf.set("underbase.trace.dir", args[1]);
        try (FileSystem fs = FileSystem.newInstance(conf)) {
            if (!fs.getClass().getName().equals(TRACED)) {
                throw new IOException("unexpected file system " + fs.getClass().getName());
            }
            Tracer tracer = Tracer.of(conf);
            Works works = new Works(fs);
            requests.run(request -> {
                Slices slices;
                try (Callers callers = new Callers(tracer.bean(), works.of(request))) {
                    slices = request.schedule().run(callers, done -> {});
                }
                if (!tracer.flush()) {
                    throw new IOException("the tracer did not write its events");
                }
                return slices;
            });
        }
    }
}
