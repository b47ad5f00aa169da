package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.underbase.combinedlog.interleave.Interleaving;
import org.underbase.combinedlog.interleave.Scenario;

/** Disks that do not respond, in seeded schedules with virtual time: the timeout of a commit begins with its request. */
@Timeout(600)
class CommitWatchSchedulesTest {
    private static final long SEED = 20_261_126;
    private static final int COUNT = 100;
    private static final long TIMEOUT_NANOS = JournalFixture.SMALL.syncTimeout().toNanos();

    /** The disks of a pipeline do not respond, and each DataNode first waits for the acknowledgement of the next one. */
    static class HungPipeline implements Scenario {
        private static final int DATANODES = 3;

        @Override
        public void run(Interleaving threads) throws Exception {
            List<HeldDevice> devices = new ArrayList<>();
            List<Journal<String>> journals = new ArrayList<>();
            for (int i = 0; i < DATANODES; i++) {
                devices.add(new HeldDevice(new SimulatedDisk(new PowerSupply())));
                journals.add(Journal.open(devices.get(i), JournalFixture.SMALL));
                journals.get(i).start(new JournalFixture.Owner(), failure -> {});
            }
            devices.forEach(device -> device.hold("force"));
            long start = System.nanoTime();
            for (Journal<String> each : journals) {
                each.request(each.append("key", 1, JournalFixture.text("hung")), () -> {});
            }
            for (Journal<String> each : journals) {
                assertThatThrownBy(() -> each.await(2))
                        .isInstanceOf(JournalFailedException.class)
                        .hasMessageContaining("the disk does not respond");
            }
            assertThat(System.nanoTime() - start)
                    .isGreaterThanOrEqualTo(TIMEOUT_NANOS)
                    .isLessThan(TIMEOUT_NANOS * 3 / 2);
            for (int i = 0; i < DATANODES; i++) {
                HeldDevice device = devices.get(i);
                journals.get(i).abandon();
                device.release();
                threads.await("the close of the files", device::isClosed);
            }
        }
    }

    /** The receiver of the bytes has ended, so no thread waits for their commit. */
    static class HungRequest extends JournalSchedulesTest.JournalScenario {
        @Override
        public void run(Interleaving threads) throws Exception {
            start(threads);
            device.hold("force");
            long start = System.nanoTime();
            journal.request(journal.append("key", 1, JournalFixture.text("hung")), () -> {});
            threads.await("the failure of the journal", () -> notified.get() == 1);
            assertThat(System.nanoTime() - start).isLessThan(TIMEOUT_NANOS * 3 / 2);
            journal.abandon();
            awaitClosed(threads);
        }
    }

    @Test
    void hungDisksAreDetectedAtTheSameTimeAndWithoutAWaitingThread() {
        Interleaving.explore(HungPipeline.class, SEED, COUNT);
        Interleaving.explore(HungRequest.class, SEED, COUNT);
    }
}
