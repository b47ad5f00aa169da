package org.underbase.tier.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.StandbyException;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.TierProtocol;

/**
 * Connection to the tier plug-in of one cluster. Calls survive a failover, the time between the start of a NameNode and of
 * its plug-in, and a refresh of the NameNode's access list. Thread-safe.
 */
final class TierConnection implements Closeable {
    private static final Duration PAUSE = Duration.ofMillis(100);
    /** Maximum wait for the plug-in before the first successful call. */
    private static final Duration FIRST_LIMIT = Duration.ofSeconds(2);
    /** Maximum wait for the plug-in after a successful call, while the NameNode restarts. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final URI uri;
    private final TierProtocol proxy;
    private volatile boolean connected;

    TierConnection(URI uri, TierProtocol proxy) {
        this.uri = Objects.requireNonNull(uri, "uri");
        this.proxy = Objects.requireNonNull(proxy, "proxy");
    }

    /** One call of the protocol. */
    @FunctionalInterface
    interface Call<T> {
        T send(TierProtocol namenode) throws IOException;
    }

    <T> T call(Call<T> call) throws IOException {
        long start = System.nanoTime();
        while (true) {
            try {
                T result = call.send(proxy);
                connected = true;
                return result;
            } catch (IOException e) {
                IOException fault = Faults.unwrap(e);
                if (!Faults.isProtocolUnknown(fault)) {
                    throw explained(fault);
                }
                Duration limit = connected ? LIMIT : FIRST_LIMIT;
                if (System.nanoTime() - start > limit.toNanos()) {
                    throw withoutTiers(fault);
                }
                pause();
            }
        }
    }

    private IOException explained(IOException fault) {
        if (fault instanceof StandbyException) {
            return new IOException("no NameNode of " + uri + " is active: " + Faults.firstLine(fault), fault);
        }
        return fault;
    }

    private TierException withoutTiers(IOException fault) {
        TierException failure = new TierException("the NameNode at " + uri.getAuthority()
                + " has no tiers: set dfs.namenode.plugins=org.underbase.tier.namenode.TierNamenodePlugin and the other"
                + " keys of docs/tiers.md in its hdfs-site.xml");
        failure.initCause(fault);
        return failure;
    }

    private static void pause() throws InterruptedIOException {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the NameNode's tiers");
        }
    }

    @Override
    public void close() {
        RPC.stopProxy(proxy);
    }
}
