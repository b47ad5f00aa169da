package org.underbase.bench.soak.localcompact;

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
import org.underbase.localcompact.worker.FaultPoint;
import org.underbase.localcompact.worker.FaultInjector;

/**
 * In a RegionServer of the soak: is caught in its traps. Does nothing in a process that was started without {@link #TRAPS}.
 * A thread that is held is let go after two minutes, should the soak be gone.
 */
public final class CaughtSteps implements FaultInjector, CaughtStepsMBean {
    /** The system property that names the directory of the traps. */
    static final String TRAPS = "underbase.soak.traps";

    static final String BEAN = "underbase:type=LocalCompactSoak";

    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final Optional<Path> directory =
            Optional.ofNullable(System.getProperty(TRAPS)).map(Path::of);
    private final long process = ProcessHandle.current().pid();

    /** For {@link java.util.ServiceLoader}. */
    public CaughtSteps() {
        if (directory.isPresent()) {
            try {
                ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(BEAN));
            } catch (JMException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void at(FaultPoint step, String ticket, int block) throws IOException {
        if (directory.isEmpty()) {
            return;
        }
        Optional<Trap> trap = Trap.of(directory.get(), process);
        if (trap.isPresent() && trap.get().holds(step, block) && Trap.hit(directory.get())) {
            hold();
        }
    }

    private void hold() throws IOException {
        try {
            Awaitility.await()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(LONGEST)
                    .until(() -> Trap.isLetGo(directory.get()));
        } catch (ConditionTimeoutException e) {
            throw new IOException("nobody let it go", e);
        } catch (RuntimeException e) {
            // A thread that is interrupted is let go.
            if (Thread.currentThread().isInterrupted() || e.getCause() instanceof InterruptedException) {
                throw (IOException) new InterruptedIOException("interrupted while it was held").initCause(e);
            }
            throw e;
        }
    }

    @Override
    public OutputStream output(String ticket, OutputStream output) {
        if (directory.isEmpty()) {
            return output;
        }
        try {
            return Trap.of(directory.get(), process)
                    .filter(trap -> trap.deed() != Trap.Deed.HOLD)
                    .<OutputStream>map(trap -> new Spoilt(output, trap))
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

    /** Bytes of which some are wrong. */
    private final class Spoilt extends FilterOutputStream {
        private final Trap trap;
        private long at;

        Spoilt(OutputStream real, Trap trap) {
            super(real);
            this.trap = trap;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            long place = trap.position() - at;
            at += length;
            if (place >= length || (place < 0 && trap.deed() == Trap.Deed.DIFFER)) {
                out.write(bytes, offset, length);
                return;
            }
            boolean first = Trap.hit(directory.orElseThrow());
            if (trap.deed() == Trap.Deed.SHORT) {
                out.write(bytes, offset, (int) Math.max(0, place));
            } else {
                byte[] spoilt = new byte[length];
                System.arraycopy(bytes, offset, spoilt, 0, length);
                spoilt[(int) place] ^= (byte) (first ? 1 : 2);
                out.write(spoilt, 0, length);
            }
        }
    }
}
