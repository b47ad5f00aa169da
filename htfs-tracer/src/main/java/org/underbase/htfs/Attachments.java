package org.underbase.htfs;

import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which parts of this process the tracer sees. A part that should be seen and is not is told once, as a warning that
 * says what to set. The state is in JMX as {@code org.underbase.htfs:type=Attachments}, and so in the {@code /jmx} page
 * of every Hadoop and HBase daemon.
 *
 * <p>Thread-safe.
 */
public final class Attachments {
    private static final Logger LOG = LoggerFactory.getLogger(Attachments.class);

    /** Something of the process that calls HDFS. */
    public enum Part {
        /** {@code hdfs://} through the {@code FileSystem} API. */
        HDFS("hdfs"),
        /** Any other scheme through the {@code FileSystem} API. */
        OTHER_SCHEMES("otherSchemes"),
        /** {@code FileContext}. */
        FILE_CONTEXT("fileContext"),
        /** HBase's asynchronous WAL writer. */
        WAL("wal");

        private final String label;

        Part(String label) {
            this.label = label;
        }

        /** The name in log lines and in JMX. */
        public String label() {
            return label;
        }
    }

    /** Whether a part is seen. */
    public enum State {
        /** The part was not used so far, or needs no attachment. */
        UNUSED,
        /** Its calls are recorded. */
        ATTACHED,
        /** Its calls are not recorded, and a warning said so. */
        MISSING
    }

    /** The form of the state in JMX. */
    public interface View {
        /** The state of each part by its label. */
        Map<String, String> getParts();
    }

    private static final Map<Part, State> STATES = new EnumMap<>(Part.class);

    static {
        reset();
        try {
            javax.management.StandardMBean bean = new javax.management.StandardMBean(() -> labels(), View.class, true);
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(bean, new ObjectName("org.underbase.htfs:type=Attachments"));
        } catch (JMException e) {
            LOG.warn("htfs: the state of the attachments is not in JMX", e);
        }
    }

    private Attachments() {}

    /** Notes that {@code part} is recorded from now on. */
    static void attached(Part part, String by) {
        synchronized (STATES) {
            if (STATES.put(part, State.ATTACHED) == State.ATTACHED) {
                return;
            }
        }
        LOG.info("htfs: attached to {} by {} ({})", part.label(), by, summary());
    }

    /**
     * Notes that {@code part} is not recorded, unless it has been seen attached.
     *
     * @param what one sentence that says what is lost and what to set
     */
    static void missing(Part part, String what) {
        synchronized (STATES) {
            if (STATES.get(part) != State.UNUSED) {
                return;
            }
            STATES.put(part, State.MISSING);
        }
        LOG.warn("htfs: NOT attached to {}: {}", part.label(), what);
    }

    /** The state of {@code part}. */
    public static State state(Part part) {
        synchronized (STATES) {
            return STATES.get(part);
        }
    }

    /** All states in one line, for people: {@code hdfs=attached wal=missing ...}. */
    public static String summary() {
        StringJoiner line = new StringJoiner(" ");
        labels().forEach((part, state) -> line.add(part + "=" + state));
        return line.toString();
    }

    /** Forgets everything, so that a test starts as a process does. */
    static void reset() {
        synchronized (STATES) {
            for (Part part : Part.values()) {
                STATES.put(part, State.UNUSED);
            }
        }
    }

    private static Map<String, String> labels() {
        Map<String, String> labels = new TreeMap<>();
        synchronized (STATES) {
            STATES.forEach(
                    (part, state) -> labels.put(part.label(), state.name().toLowerCase(java.util.Locale.ROOT)));
        }
        return labels;
    }
}
