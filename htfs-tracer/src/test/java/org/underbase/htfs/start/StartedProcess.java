package org.underbase.htfs.start;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletableFuture;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.underbase.htfs.APITraceDistributedFileSystem;
import org.underbase.htfs.APITraceFileSystem;
import org.underbase.htfs.APITraceHdfs;
import org.underbase.htfs.Attachments;
import org.underbase.htfs.record.TraceKeys;
import org.underbase.htfs.record.Tracer;

/** Process that starts the tracer and prints its state. */
final class StartedProcess {
    private StartedProcess() {}

    /**
     * Starts the tracer.
     *
     * @param args action, directory of the trace, credential provider, address of the file system
     */
    public static void main(String[] args) throws Exception {
        Configuration conf = new Configuration();
        conf.set(TraceKeys.DIR.name(), args[1]);
        conf.set(TraceKeys.HASH.name(), "true");
        conf.set("fs.hdfs.impl", APITraceDistributedFileSystem.class.getName());
        conf.set("fs.AbstractFileSystem.hdfs.impl", APITraceHdfs.class.getName());
        conf.set(CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, args[3]);
        if (!args[2].isEmpty()) {
            conf.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_CREDENTIAL_PROVIDER_PATH, args[2]);
        }
        switch (args[0]) {
            case "use" -> use(FileSystem.get(conf));
            case "race" -> race(conf);
            case "wrap" -> use(new APITraceFileSystem(FileSystem.getLocal(conf), conf));
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println("flushed: " + Tracer.of(conf).flush());
        System.out.println("failure: " + Tracer.of(conf).failure());
        System.out.println("parts: " + Attachments.summary());
        System.out.println("published: " + published("Failure"));
    }

    private static void use(FileSystem fs) throws IOException {
        Path directory = new Path(System.getProperty("directory", "/directory"));
        for (int i = 0; i < 10; i++) {
            if (!fs.mkdirs(directory)) {
                throw new IOException("no " + directory);
            }
        }
        System.out.println("user: " + UserGroupInformation.getCurrentUser().getShortUserName());
    }

    /** The main thread starts the tracer while another thread reads the key for the same purpose. */
    private static void race(Configuration conf) throws Exception {
        CompletableFuture<Tracer> held = CompletableFuture.supplyAsync(() -> Tracer.of(conf));
        TestProvider.ENTERED.await();
        Tracer first = Tracer.of(conf);
        TestProvider.RELEASED.countDown();
        System.out.println("one tracer: " + (held.get() == first && Tracer.of(conf) == first) + " on: " + first.on());
    }

    private static Object published(String attribute) throws JMException {
        return ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("org.underbase.htfs:type=Attachments"), attribute);
    }
}
