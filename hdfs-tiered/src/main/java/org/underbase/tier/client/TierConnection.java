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
 * The tier plug-in of one cluster, active NameNode or not: calls survive a failover, the moment between a NameNode's
 * start and its plug-in's, and the moment its access list is read again. Thread-safe.
 */
final class TierConnection implements Closeable {
    private static final Duration PAUSE = Duration.ofMillis(100);
    /** How long a NameNode may take to say for the first time that it has tiers. */
    private static final Duration FIRST_PATIENCE = Duration.ofSeconds(2);
    /** How long one that had tiers may be without, while it starts again. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final URI uri;
    private final TierProtocol proxy;
    private volatile boolean answered;

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
                T answer = call.send(proxy);
                answered = true;
                return answer;
            } catch (IOException e) {
                IOException fault = Faults.unwrap(e);
                if (!Faults.isProtocolUnknown(fault)) {
                    throw explained(fault);
                }
                Duration patience = answered ? PATIENCE : FIRST_PATIENCE;
                if (System.nanoTime() - start > patience.toNanos()) {
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
        TierException told = new TierException("the NameNode at " + uri.getAuthority()
                + " has no tiers: set dfs.namenode.plugins=org.underbase.tier.namenode.TierNamenodePlugin and the other"
                + " keys of docs/tiers.md in its hdfs-site.xml");
        told.initCause(fault);
        return told;
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
