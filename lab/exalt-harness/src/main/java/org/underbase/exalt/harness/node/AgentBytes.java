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
 * Bytes as the program saw them, and as disk and network did (<i>below</i>), since a JVM's start.
 *
 * @param fileWritten to compressed files
 * @param fileWrittenBelow to the disk for these
 * @param socketRead of connections with frames
 * @param socketReadBelow of the kernel for these
 * @param socketWritten to connections with frames
 * @param socketWrittenBelow to the kernel for these
 */
public record AgentBytes(
        long fileWritten,
        long fileWrittenBelow,
        long socketRead,
        long socketReadBelow,
        long socketWritten,
        long socketWrittenBelow) {
    /** None. */
    public static final AgentBytes NOTHING = new AgentBytes(0, 0, 0, 0, 0, 0);

    private static final int COUNT = 6;

    /**
     * What the agent of this JVM tells.
     *
     * @throws IOException where there is no agent, or its bean was turned off
     */
    static AgentBytes ofThisJvm() throws IOException {
        try {
            MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
            ObjectName name = new ObjectName(StatisticsMXBean.NAME);
            return new AgentBytes(
                    (Long) beans.getAttribute(name, "FileBytesWritten"),
                    (Long) beans.getAttribute(name, "FileBytesWrittenBelow"),
                    (Long) beans.getAttribute(name, "SocketBytesRead"),
                    (Long) beans.getAttribute(name, "SocketBytesReadBelow"),
                    (Long) beans.getAttribute(name, "SocketBytesWritten"),
                    (Long) beans.getAttribute(name, "SocketBytesWrittenBelow"));
        } catch (JMException e) {
            throw new IOException("the agent's statistics cannot be read: " + e, e);
        }
    }

    String line() {
        return LongStream.of(
                        fileWritten, fileWrittenBelow, socketRead, socketReadBelow, socketWritten, socketWrittenBelow)
                .mapToObj(Long::toString)
                .collect(Collectors.joining(" "));
    }

    /**
     * Of the numbers that a JVM told.
     *
     * @param all of them, in order
     * @return these
     * @throws IllegalArgumentException where they are not six
     */
    public static AgentBytes of(long[] all) {
        if (all.length != COUNT) {
            throw new IllegalArgumentException(COUNT + " numbers, not " + all.length);
        }
        return new AgentBytes(all[0], all[1], all[2], all[3], all[4], all[5]);
    }

    /**
     * Both together.
     *
     * @param other of another JVM
     * @return the sums
     */
    public AgentBytes plus(AgentBytes other) {
        return new AgentBytes(
                fileWritten + other.fileWritten,
                fileWrittenBelow + other.fileWrittenBelow,
                socketRead + other.socketRead,
                socketReadBelow + other.socketReadBelow,
                socketWritten + other.socketWritten,
                socketWrittenBelow + other.socketWrittenBelow);
    }
}
