package org.underbase.tier.datanode;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.net.NetUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.datanode.device.DeviceProfile;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceRequestProto;

/**
 * Announcements of one DataNode's tier to all NameNodes of all its nameservices, active, standby or observer, repeated
 * at the interval that each NameNode requests. Like for heartbeats, each NameNode has a dedicated daemon thread, so
 * that an unresponsive NameNode does not delay the others. Thread-safe.
 */
final class Announcements implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Announcements.class);

    private final String uuid;
    private final String address;
    private final String tier;
    private final List<Speaker> speakers = new ArrayList<>();
    private volatile DeviceProfile profile;
    private volatile boolean closed;

    /**
     * Starts the announcements.
     *
     * @param address transfer address of the DataNode, for messages
     * @throws IOException if no NameNode is configured
     */
    Announcements(Configuration conf, String uuid, String address, String tier, DeviceProfile profile)
            throws IOException {
        this.uuid = uuid;
        this.address = address;
        this.tier = tier;
        this.profile = profile;
        for (InetSocketAddress namenode : namenodes(conf)) {
            speakers.add(new Speaker(conf, namenode));
        }
        speakers.forEach(Thread::start);
    }

    private static Set<InetSocketAddress> namenodes(Configuration conf) throws IOException {
        Set<InetSocketAddress> all = new LinkedHashSet<>();
        for (Map<String, InetSocketAddress> nameservice :
                DFSUtil.getNNServiceRpcAddressesForCluster(conf).values()) {
            all.addAll(nameservice.values());
        }
        return all;
    }

    /** Announces a change immediately. */
    void profile(DeviceProfile known) {
        profile = known;
        speakers.forEach(speaker -> speaker.wake.release());
    }

    List<AnnouncementState> standings() {
        return speakers.stream().map(speaker -> speaker.standing).toList();
    }

    /** Stops the threads and interrupts pending calls. */
    @Override
    public void close() {
        closed = true;
        speakers.forEach(Thread::interrupt);
    }

    private AnnounceRequestProto request() {
        return AnnounceRequestProto.newBuilder()
                .setUuid(uuid)
                .setTier(tier)
                .setAddress(address)
                .setProfile(profile.message())
                .build();
    }

    /** Thread for one NameNode. */
    private final class Speaker extends Thread {
        private final NamenodeCall call;
        private final AnnouncementState standing;
        private final Semaphore wake = new Semaphore(0);

        Speaker(Configuration conf, InetSocketAddress namenode) {
            super("tier announcements to " + NetUtils.getHostPortString(namenode));
            setDaemon(true);
            call = new NamenodeCall(conf, namenode);
            standing = new AnnouncementState(NetUtils.getHostPortString(namenode), tier, uuid.hashCode(), LOG);
        }

        @Override
        public void run() {
            try {
                while (!closed) {
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
                return Answer.of(call.announce(request()));
            } catch (IOException e) {
                if (closed) {
                    throw new InterruptedException();
                }
                LOG.debug("announcement to {}", standing.namenode(), e);
                return Answer.of(e);
            }
        }
    }
}
