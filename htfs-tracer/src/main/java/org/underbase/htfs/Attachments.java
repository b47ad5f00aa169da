package org.underbase.htfs;

import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.slf4j.Logger;
import org.underbase.htfs.record.ProcessKind;
import org.underbase.htfs.record.Tracer;
import org.underbase.htfs.record.TracerLog;

/**
 * State of the tracer's attachment to the parts of this process. A daemon logs each attachment once, and a missing one as a
 * warning with the key to set. JMX publishes the state as {@code org.underbase.htfs:type=Attachments}, and therefore the {@code /jmx}
 * page of each Hadoop and HBase daemon.
 *
 * <p>Thread-safe.
 */
public final class Attachments {
    private static final Logger LOG = TracerLog.of(Attachments.class);

    private static final String ATTACHED_LINE = "htfs: attached to {} by {} ({})";
    private static final String MISSING_LINE = "htfs: NOT attached to {}: {}";

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
        /** Its calls are not recorded; a daemon logs a warning. */
        MISSING,
        /** It is attached, but the tracer cannot record: see {@link View#getFailure()}. */
        FAILED
    }

    /** JMX view of the state. */
    public interface View {
        /** Returns the state of each part by label. */
        Map<String, String> getParts();

        /** Returns the cause why the tracer of this process cannot record; empty if there was no failure. */
        String getFailure();
    }

    private static final Map<Part, State> STATES = new EnumMap<>(Part.class);

    static {
        reset();
        try {
            StandardMBean bean = new StandardMBean(new Published(), View.class, true);
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
        if (!failure().isEmpty()) {
            // The tracer logged the cause.
            return;
        }
        if (ProcessKind.current() == ProcessKind.DAEMON) {
            LOG.info(ATTACHED_LINE, part.label(), by, summary());
        } else {
            LOG.debug(ATTACHED_LINE, part.label(), by, summary());
        }
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
        if (ProcessKind.current() == ProcessKind.DAEMON) {
            LOG.warn(MISSING_LINE, part.label(), problem);
        } else {
            LOG.debug(MISSING_LINE, part.label(), problem);
        }
    }

    /** Returns the cause why the tracer of this process cannot record; empty if there was no failure. */
    public static String failure() {
        return Tracer.current().map(Tracer::failure).orElse("");
    }

    /** Returns the state of a part. */
    public static State state(Part part) {
        State state;
        synchronized (STATES) {
            state = STATES.get(part);
        }
        return state == State.ATTACHED && !failure().isEmpty() ? State.FAILED : state;
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
        for (Part part : Part.values()) {
            labels.put(part.label(), state(part).name().toLowerCase(Locale.ROOT));
        }
        return labels;
    }

    private static final class Published implements View {
        @Override
        public Map<String, String> getParts() {
            return labels();
        }

        @Override
        public String getFailure() {
            return failure();
        }
    }
}
