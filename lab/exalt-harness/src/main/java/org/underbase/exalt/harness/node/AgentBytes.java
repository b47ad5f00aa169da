package org.underbase.exalt.harness.node;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.underbase.exalt.runtime.StatisticsMXBean;

/**
 * Logical and physical bytes of a JVM since its start, as the agent counts them.
 *
 * @param fileWritten logical bytes written to compressed files
 * @param physicalFileWritten physical bytes written to the disk
 * @param socketRead logical bytes read from connections with frames
 * @param physicalSocketRead physical bytes received
 * @param socketWritten logical bytes written to connections with frames
 * @param physicalSocketWritten physical bytes sent
 */
public record AgentBytes(
        long fileWritten,
        long physicalFileWritten,
        long socketRead,
        long physicalSocketRead,
        long socketWritten,
        long physicalSocketWritten) {
    /** Zero counters. */
    public static final AgentBytes NOTHING = new AgentBytes(0, 0, 0, 0, 0, 0);

    private static final int COUNT = 6;

    /**
     * Reads the counters of this JVM's agent.
     *
     * @throws IOException if there is no agent, or its MXBean is disabled
     */
    static AgentBytes ofThisJvm() throws IOException {
        try {
            MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
            ObjectName name = new ObjectName(StatisticsMXBean.NAME);
            return new AgentBytes(
                    (Long) beans.getAttribute(name, "FileBytesWritten"),
                    (Long) beans.getAttribute(name, "PhysicalFileBytesWritten"),
                    (Long) beans.getAttribute(name, "SocketBytesRead"),
                    (Long) beans.getAttribute(name, "PhysicalSocketBytesRead"),
                    (Long) beans.getAttribute(name, "SocketBytesWritten"),
                    (Long) beans.getAttribute(name, "PhysicalSocketBytesWritten"));
        } catch (JMException e) {
            throw new IOException("cannot read the agent's statistics: " + e, e);
        }
    }

    String line() {
        return LongStream.of(
                        fileWritten,
                        physicalFileWritten,
                        socketRead,
                        physicalSocketRead,
                        socketWritten,
                        physicalSocketWritten)
                .mapToObj(Long::toString)
                .collect(Collectors.joining(" "));
    }

    /**
     * Creates counters from the numbers that a JVM reported.
     *
     * @param all numbers in the order of the components
     * @return the counters
     * @throws IllegalArgumentException if there are not six numbers
     */
    public static AgentBytes of(long[] all) {
        if (all.length != COUNT) {
            throw new IllegalArgumentException("expected " + COUNT + " numbers, got " + all.length);
        }
        return new AgentBytes(all[0], all[1], all[2], all[3], all[4], all[5]);
    }

    /**
     * Adds the counters of another JVM.
     *
     * @param other counters of another JVM
     * @return the sums
     */
    public AgentBytes plus(AgentBytes other) {
        return new AgentBytes(
                fileWritten + other.fileWritten,
                physicalFileWritten + other.physicalFileWritten,
                socketRead + other.socketRead,
                physicalSocketRead + other.physicalSocketRead,
                socketWritten + other.socketWritten,
                physicalSocketWritten + other.physicalSocketWritten);
    }
}
