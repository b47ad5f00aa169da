package org.underbase.localcompact.soak;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import javax.management.JMException;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.underbase.localcompact.worker.FaultInjector;
import org.underbase.localcompact.worker.FaultPoint;

/**
 * Fault injector in a RegionServer of the soak that executes {@link FaultPlan}s. It does nothing in a process that was started
 * without {@link #DIRECTORY}. A held thread continues after two minutes in case the soak was killed.
 */
public final class PlannedFaultInjector implements FaultInjector, PlannedFaultInjectorMBean {
    /** System property with the directory of the fault plans. */
    static final String DIRECTORY = "underbase.soak.faultPlans";

    static final String BEAN = "underbase:type=LocalCompactSoak";

    private static final Duration MAX_HOLD = Duration.ofMinutes(2);

    private final Path directory = Path.of(System.getProperty(DIRECTORY, ""));
    private final boolean enabled = System.getProperty(DIRECTORY) != null;
    private final long process = ProcessHandle.current().pid();

    /** Constructor for {@link java.util.ServiceLoader}. */
    public PlannedFaultInjector() {
        if (enabled) {
            try {
                ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(BEAN));
            } catch (JMException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void at(FaultPoint point, String ticket, int block) throws IOException {
        if (!enabled) {
            return;
        }
        Optional<FaultPlan> plan = FaultPlan.of(directory, process);
        if (plan.isPresent() && plan.get().holds(point, block) && FaultPlan.hit(directory)) {
            hold();
        }
    }

    private void hold() throws IOException {
        try {
            Awaitility.await()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(MAX_HOLD)
                    .until(() -> FaultPlan.isReleased(directory));
        } catch (ConditionTimeoutException e) {
            throw new IOException("timed out waiting for the release", e);
        } catch (RuntimeException e) {
            // An interrupt releases the thread.
            if (Thread.currentThread().isInterrupted() || e.getCause() instanceof InterruptedException) {
                throw (IOException) new InterruptedIOException("interrupted while held").initCause(e);
            }
            throw e;
        }
    }

    @Override
    public OutputStream output(String ticket, OutputStream output) {
        if (!enabled) {
            return output;
        }
        try {
            return FaultPlan.of(directory, process)
                    .filter(plan -> plan.action() != FaultPlan.Action.HOLD)
                    .<OutputStream>map(plan -> new CorruptingStream(output, plan))
                    .orElse(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int getReplicaThreads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("heartbeats of replica")
                        || name.startsWith("acknowledgments of replica")
                        || name.startsWith("lease of LC_"))
                .count();
    }

    /** Stream that drops or changes bytes. */
    private final class CorruptingStream extends FilterOutputStream {
        private final FaultPlan plan;
        private long at;

        CorruptingStream(OutputStream real, FaultPlan plan) {
            super(real);
            this.plan = plan;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            long index = plan.position() - at;
            at += length;
            if (index >= length || (index < 0 && plan.action() == FaultPlan.Action.DIFFER)) {
                out.write(bytes, offset, length);
                return;
            }
            boolean first = FaultPlan.hit(directory);
            if (plan.action() == FaultPlan.Action.SHORT) {
                out.write(bytes, offset, (int) Math.max(0, index));
            } else {
                byte[] corrupt = new byte[length];
                System.arraycopy(bytes, offset, corrupt, 0, length);
                corrupt[(int) index] ^= (byte) (first ? 1 : 2);
                out.write(corrupt, 0, length);
            }
        }
    }
}
