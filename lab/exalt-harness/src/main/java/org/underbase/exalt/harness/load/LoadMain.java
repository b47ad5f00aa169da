package org.underbase.exalt.harness.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/**
 * Main class of a client JVM. It reads a {@link LoadSpec} as one line of JSON, and writes {@link LoadProgress} every second and at the
 * end. It exits when its standard input ends.
 */
public final class LoadMain {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Request to start nothing more and to finish the current operations. */
    public static final String STOP = "stop";

    private static final CountDownLatch DONE = new CountDownLatch(1);

    private final LoadSpec spec;
    private final PrintStream out;
    private final Counts counts = new Counts();
    private final Bounds bounds;

    private LoadMain(LoadSpec spec, PrintStream out) {
        this.spec = spec;
        this.out = out;
        this.bounds = new Bounds(spec);
    }

    /**
     * Runs the load; the JVM calls this.
     *
     * @param args none
     * @throws IOException if HDFS does not respond, or the load is malformed
     * @throws InterruptedException never
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        LoadSpec spec = JSON.readValue(in.readLine(), LoadSpec.class);
        LoadMain load = new LoadMain(spec, System.out);
        Thread parent = new Thread(() -> load.serve(in), "parent");
        parent.setDaemon(true);
        parent.start();
        try (FileSystem fs = FileSystem.newInstance(new HdfsConfiguration())) {
            load.run(fs);
        }
        DONE.countDown();
        // Stay alive: the harness reads the processor time of this JVM after the load.
        parent.join();
    }

    private void serve(BufferedReader in) {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.equals(STOP)) {
                    bounds.stop();
                } else {
                    System.err.println("LoadMain: unknown request '" + line + "'");
                }
            }
        } catch (IOException e) {
            System.err.println("LoadMain: " + e);
        }
        Runtime.getRuntime().halt(DONE.getCount() == 0 ? 0 : 1);
    }

    private void run(FileSystem fs) throws IOException, InterruptedException {
        List<Client> clients = clients(fs);
        // Connecting takes time, with HBase several seconds.
        bounds.begin();
        counts.begin();
        if (spec.rows() != null) {
            report(false);
        }
        CountDownLatch done = new CountDownLatch(clients.size());
        for (Client client : clients) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            client.work();
                        } catch (IOException | RuntimeException e) {
                            counts.error(e.toString());
                            bounds.stop();
                        } finally {
                            done.countDown();
                        }
                    },
                    "client");
            thread.setDaemon(true);
            thread.start();
        }
        while (!done.await(1, TimeUnit.SECONDS)) {
            report(false);
        }
        report(true);
    }

    private List<Client> clients(FileSystem fs) throws IOException {
        if (spec.kind() == LoadSpec.Kind.REPLAY) {
            return new Replay(spec, bounds, counts, fs.getConf()).clients();
        }
        if (spec.rows() != null) {
            return RowClient.clients(spec, bounds, counts);
        }
        List<Client> result = new ArrayList<>();
        Queue<FileStatus> files = spec.kind() == LoadSpec.Kind.READ ? files(fs) : new ConcurrentLinkedQueue<>();
        for (int i = 0; i < spec.threads(); i++) {
            result.add(
                    switch (spec.kind()) {
                        case WRITE -> new FileWriter(fs, spec, bounds, counts, i);
                        case READ -> new FileReader(fs, files, bounds, counts);
                        case REPLAY, PUT, FLUSH, GET ->
                            throw new IllegalStateException(spec.kind() + " has other clients");
                        case CREATE, MKDIR -> new FileCreator(fs, spec, bounds, counts, i);
                    });
        }
        return result;
    }

    private Queue<FileStatus> files(FileSystem fs) throws IOException {
        Queue<FileStatus> files = new ConcurrentLinkedQueue<>();
        RemoteIterator<LocatedFileStatus> all = fs.listFiles(new Path(spec.directory()), true);
        while (all.hasNext()) {
            files.add(all.next());
        }
        return files;
    }

    private synchronized void report(boolean end) {
        try {
            out.println(JSON.writeValueAsString(counts.now(end)));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
