package org.underbase.tier.datanode;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.datanode.device.DeviceProfile;
import org.underbase.tier.datanode.device.Profiler;

/**
 * Membership of a DataNode in its tier: waits for the DataNode's UUID, announces the tier, then determines the device
 * performance, possibly with a probe, and announces it, and finally follows changes of the DataNode's NameNodes. One daemon
 * thread.
 */
final class Membership implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
    private static final long POLL_MILLIS = 100;

    /** Interval at which changes of the NameNodes are noticed. */
    private static final long FOLLOW_MILLIS = 1000;

    private final HostDatanode datanode;
    private final String tier;
    private final Thread thread;
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Runnable> stops = new ArrayList<>();

    Membership(HostDatanode datanode, String tier) {
        this.datanode = datanode;
        this.tier = tier;
        thread = new Thread(this::run, "tier of " + datanode.address());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @Override
    public void close() {
        end.countDown();
        // Interrupts a probe, which deletes its file.
        thread.interrupt();
        synchronized (this) {
            stops.forEach(Runnable::run);
        }
    }

    private void run() {
        try {
            Profiler profiler = new Profiler(datanode.conf(), tier, datanode.directories());
            profiler.removeLeftovers();
            Optional<String> uuid = datanode.uuid();
            while (uuid.isEmpty()) {
                if (end.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    return;
                }
                uuid = datanode.uuid();
            }
            DeviceProfile first = profiler.known(datanode.capacity().orElse(0));
            Announcements announcements = new Announcements(datanode, uuid.get(), tier, first);
            if (!start(announcements)) {
                return;
            }
            while (!datanode.started()) {
                if (end.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
            DeviceProfile whole = measured(profiler);
            LOG.info("device profile of tier {}: {}", tier, whole);
            announcements.profile(whole);
            while (!end.await(FOLLOW_MILLIS, TimeUnit.MILLISECONDS)) {
                announcements.to(datanode.namenodes());
            }
        } catch (InterruptedException e) {
            LOG.debug("stopped", e);
        }
    }

    private DeviceProfile measured(Profiler profiler) throws InterruptedException {
        long volumes = datanode.capacity().orElse(0);
        try {
            return profiler.measured(volumes);
        } catch (IOException e) {
            if (end.getCount() == 0) {
                throw new InterruptedException();
            }
            LOG.warn("cannot measure the device of tier {}: {}", tier, e.toString());
            return profiler.known(volumes);
        }
    }

    /**
     * Starts the announcements.
     *
     * @return false if the membership was closed
     */
    private synchronized boolean start(Announcements announcements) {
        if (end.getCount() == 0) {
            return false;
        }
        announcements.to(datanode.namenodes());
        stops.add(announcements::close);
        TierMetrics source = new TierMetrics(tier, datanode.address(), announcements::standings);
        source.register();
        stops.add(source::unregister);
        return true;
    }
}
