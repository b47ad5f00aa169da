package org.underbase.tier.namenode.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/** Grace period of DataNodes that have announced no tier yet. */
class AnnouncementGraceTest {
    private final TierRegistry registry = new TierRegistry(TierNames.parse("fast,disk"), NodeIdentity.HOSTNAME);
    private final AtomicLong clock = new AtomicLong(-5);
    private final AnnouncementGrace grace = new AnnouncementGrace(registry, 1000, clock::get);
    private final DatanodeDescriptor node = DFSTestUtil.getLocalDatanodeDescriptor();

    @Test
    void endsAfterItsTime() {
        assertThat(grace.covers(node)).as("not registered").isFalse();
        grace.begin(node);
        assertThat(grace.covers(node)).isTrue();
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(1000) - 1);
        assertThat(grace.covers(node)).isTrue();
        clock.incrementAndGet();
        assertThat(grace.covers(node)).isFalse();
        grace.begin(node);
        assertThat(grace.covers(node)).as("registered again").isTrue();
        grace.forget(node);
        assertThat(grace.covers(node)).isFalse();
    }

    @Test
    void endsWithTheAnnouncement() {
        grace.begin(node);
        registry.announce(node.getDatanodeUuid(), "fast", node.getXferAddr(), DeviceProfileProto.getDefaultInstance());
        assertThat(grace.covers(node)).isFalse();
    }
}
