package org.underbase.bench.tracer.hdfs;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.htfs.record.Tracer;

/**
 * A client in a JVM of its own: {@code ClientMain CONF_DIRECTORY [KEY=VALUE...]}. Reads requests from standard input, one
 * JSON object a line, does them and answers each with a line of JSON on standard output; ends with its input.
 */
public final class ClientMain {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ClientMain() {}

    /**
     * Serves until the input ends.
     *
     * @throws IOException when HDFS does not do what it is asked
     * @throws InterruptedException when interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream answers = System.out;
        // Whatever a library prints must not mix with the answers.
        System.setOut(System.err);
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
        try (FileSystem fs = FileSystem.newInstance(conf);
                BufferedReader requests =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            if (!fs.getClass().getName().equals(traced ? HdfsClients.TRACED : HdfsClients.STOCK)) {
                throw new IOException("the client got " + fs.getClass().getName());
            }
            Load load = new Load(fs);
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                Request request = JSON.readValue(line, Request.class);
                long before = process.getProcessCpuTime();
                Slice slice = load.run(request);
                if (traced && !Tracer.of(conf).flush()) {
                    throw new IOException("the tracer did not write what it recorded");
                }
                long cpu = process.getProcessCpuTime() - before;
                answers.println(
                        JSON.writeValueAsString(new Slice(slice.calls(), slice.bytes(), slice.wallNanos(), cpu)));
                answers.flush();
            }
        }
    }
}
