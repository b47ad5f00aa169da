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
 * State of the tracer's attachment to the parts of this process. A missing attachment is logged once, as a warning with
 * the key to set. JMX publishes the state as {@code org.underbase.htfs:type=Attachments}, and therefore the {@code /jmx}
 * page of each Hadoop and HBase daemon.
 *
 * <p>Thread-safe.
 */
public final class Attachments {
    private static final Logger LOG = LoggerFactory.getLogger(Attachments.class);

    /** An access path to HDFS. */
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

        /** Returns the name in the log and in JMX. */
        public String label() {
            return label;
        }
    }

    /** The state of a part. */
    public enum State {
        /** The part has not been used, or needs no attachment. */
        UNUSED,
        /** Its calls are recorded. */
        ATTACHED,
        /** Its calls are not recorded; a warning was logged. */
        MISSING
    }

    /** JMX view of the state. */
    public interface View {
        /** Returns the state of each part by label. */
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
            LOG.warn("htfs: cannot register the state of the attachments in JMX", e);
        }
    }

    private Attachments() {}

    /** Sets a part to attached. */
    static void attached(Part part, String by) {
        synchronized (STATES) {
            if (STATES.put(part, State.ATTACHED) == State.ATTACHED) {
                return;
            }
        }
        LOG.info("htfs: attached to {} by {} ({})", part.label(), by, summary());
    }

    /**
     * Sets a part to missing, unless it is attached.
     *
     * @param part the part
     * @param problem one sentence about the missing events and the key to set
     */
    static void missing(Part part, String problem) {
        synchronized (STATES) {
            if (STATES.get(part) != State.UNUSED) {
                return;
            }
            STATES.put(part, State.MISSING);
        }
        LOG.warn("htfs: NOT attached to {}: {}", part.label(), problem);
    }

    /** Returns the state of a part. */
    public static State state(Part part) {
        synchronized (STATES) {
            return STATES.get(part);
        }
    }

    /** Returns all states in one line: {@code hdfs=attached wal=missing ...}. */
    public static String summary() {
        StringJoiner line = new StringJoiner(" ");
        labels().forEach((part, state) -> line.add(part + "=" + state));
        return line.toString();
    }

    /** Resets all states, for tests. */
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
