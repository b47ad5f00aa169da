package org.underbase.tier.datanode;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.net.NetUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.datanode.device.DeviceProfile;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceRequestProto;

/**
 * Announcements of one DataNode's tier to all its NameNodes, active, standby or observer, repeated at the interval that
 * each NameNode requests. Like for heartbeats, each NameNode has a dedicated daemon thread, so that an unresponsive
 * NameNode does not delay the others. Thread-safe.
 */
final class Announcements implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Announcements.class);

    private final HostDatanode datanode;
    private final String uuid;
    private final String tier;
    /** Threads by the address of their NameNode. */
    private final Map<String, Speaker> speakers = new LinkedHashMap<>();

    private volatile DeviceProfile profile;
    private boolean closed;

    Announcements(HostDatanode datanode, String uuid, String tier, DeviceProfile profile) {
        this.datanode = datanode;
        this.uuid = uuid;
        this.tier = tier;
        this.profile = profile;
    }

    /**
     * Starts the announcements to new NameNodes and ends those to others.
     *
     * @param namenodes RPC addresses, {@code host:port}
     */
    synchronized void to(Set<String> namenodes) {
        if (closed) {
            return;
        }
        speakers.forEach((namenode, speaker) -> {
            if (!namenodes.contains(namenode)) {
                speaker.end();
            }
        });
        speakers.keySet().retainAll(namenodes);
        for (String namenode : namenodes) {
            if (!speakers.containsKey(namenode)) {
                Speaker speaker = new Speaker(NetUtils.createSocketAddr(namenode));
                speakers.put(namenode, speaker);
                speaker.start();
            }
        }
    }

    /** Announces a change immediately. */
    synchronized void profile(DeviceProfile known) {
        profile = known;
        speakers.values().forEach(speaker -> speaker.wake.release());
    }

    synchronized List<AnnouncementState> standings() {
        return speakers.values().stream().map(speaker -> speaker.standing).toList();
    }

    /** Stops the threads and interrupts pending calls. */
    @Override
    public synchronized void close() {
        closed = true;
        speakers.values().forEach(Speaker::end);
    }

    private AnnounceRequestProto request(String namenode) {
        AnnounceRequestProto.Builder request = AnnounceRequestProto.newBuilder()
                .setUuid(uuid)
                .setTier(tier)
                .setAddress(datanode.address())
                .setProfile(profile.message());
        datanode.blockPool(namenode).ifPresent(request::setBlockPoolId);
        return request.build();
    }

    /** Thread for one NameNode. */
    private final class Speaker extends Thread {
        private final NamenodeCall call;
        private final AnnouncementState standing;
        private final Semaphore wake = new Semaphore(0);
        private volatile boolean ended;

        Speaker(InetSocketAddress namenode) {
            super("tier announcements to " + NetUtils.getHostPortString(namenode));
            setDaemon(true);
            call = new NamenodeCall(datanode.conf(), namenode);
            standing = new AnnouncementState(NetUtils.getHostPortString(namenode), tier, uuid.hashCode(), LOG);
        }

        void end() {
            ended = true;
            interrupt();
        }

        @Override
        public void run() {
            try {
                while (!ended) {
                    wake.drainPermits();
                    long wait = standing.note(announce());
                    if (wake.tryAcquire(wait, TimeUnit.MILLISECONDS)) {
                        LOG.debug("woken to announce a new profile");
                    }
                }
            } catch (InterruptedException e) {
                LOG.debug("no more announcements to {}", standing.namenode());
            }
        }

        private Answer announce() throws InterruptedException {
            try {
                return Answer.of(call.announce(request(standing.namenode())));
            } catch (IOException e) {
                if (ended) {
                    throw new InterruptedException();
                }
                LOG.debug("announcement to {}", standing.namenode(), e);
                return Answer.of(e);
            }
        }
    }
}
