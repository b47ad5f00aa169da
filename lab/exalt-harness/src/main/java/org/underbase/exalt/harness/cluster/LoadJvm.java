package org.underbase.exalt.harness.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.underbase.exalt.harness.load.LoadMain;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.Said;
import org.underbase.testbed.Node;

/** A JVM of clients. Thread-safe. */
public final class LoadJvm {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final long POLL_MILLIS = 50;

    private final ChildJvm jvm;
    private final LoadSpec spec;
    private volatile Said last = Said.NOTHING;

    private LoadJvm(String name, Node client, List<String> options, Path errors, LoadSpec spec) throws IOException {
        this.spec = spec;
        jvm = ChildJvm.start(name, client, options, LoadMain.class.getName(), List.of(), errors, this::heard);
    }

    /** @param options of the JVM */
    static LoadJvm start(String name, Node client, List<String> options, Path errors, LoadSpec spec)
            throws IOException {
        LoadJvm result = new LoadJvm(name, client, options, errors, spec);
        result.jvm.tell(JSON.writeValueAsString(spec));
        return result;
    }

    private void heard(String line) {
        try {
            last = JSON.readValue(line, Said.class);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("not understood: " + line, e);
        }
    }

    /**
     * How far it is.
     *
     * @return what it said last
     */
    public Said said() {
        return last;
    }

    /**
     * What it does.
     *
     * @return as it was told
     */
    public LoadSpec spec() {
        return spec;
    }

    /**
     * Its process.
     *
     * @return the id
     */
    public long pid() {
        return jvm.pid();
    }

    /**
     * Whether it is still at work.
     *
     * @return false when it has said its last line or died
     */
    public boolean busy() {
        return jvm.alive() && !last.end();
    }

    /**
     * Waits until its clients are ready, where they need a while and say so: those of HBase.
     *
     * @throws InterruptedException when this thread is
     */
    public void awaitBegin() throws InterruptedException {
        while (spec.rows() != null && last.millis() == 0 && jvm.alive()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /**
     * Has its clients begin nothing more; a file that is being written ends there.
     *
     * @throws IOException when it has died
     */
    public void stop() throws IOException {
        jvm.tell(LoadMain.STOP);
    }

    /**
     * Ends it at once, in the middle of what it does.
     *
     * @throws IOException when it is not gone after half a minute
     */
    public void kill() throws IOException {
        jvm.kill();
    }

    /**
     * Waits for its end.
     *
     * @return what it said last
     * @throws IOException when it died before its work was done
     * @throws InterruptedException when this thread is
     */
    public Said await() throws IOException, InterruptedException {
        while (busy()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        jvm.end();
        if (!last.end()) {
            throw jvm.died();
        }
        return last;
    }
}
