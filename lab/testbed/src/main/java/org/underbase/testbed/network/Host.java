package org.underbase.testbed.network;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Host of a node's processes. Thread-safe. */
public interface Host {
    /** Returns the name of the node, such as {@code n1}. */
    String name();

    /** Returns the host name or address that daemons and clients use. */
    String address();

    /** Whether processes outside the network, such as this JVM, can connect to it. */
    boolean reachable();

    /** Whether hosts share no ports, so that every host can use the default ports. */
    boolean ownPorts();

    /** Wraps a command to run on this host, as the same process. */
    List<String> onHost(List<String> command);

    /** Returns the Hadoop settings that daemons and clients on this host need. */
    Map<String, String> settings();

    /**
     * Returns the JVM options that daemons and clients on this host need.
     *
     * @param directory directory of the cluster, for files that the options name
     */
    List<String> javaOptions(Path directory) throws IOException;

    /**
     * Connects from this host to one of its ports, sends a request, and receives until the server closes the connection.
     *
     * @param port port of the server
     * @param request bytes to send
     * @param limit maximum time
     * @return received bytes
     * @throws IOException if no process listens or the limit passes
     */
    byte[] exchange(int port, byte[] request, Duration limit) throws IOException;

    /** Returns the bytes that crossed this host's link since its creation, without traffic inside the host. */
    LinkBytes linkBytes() throws IOException;

    /** Cuts the link: packets are lost silently in both directions. */
    void cutLink() throws IOException;

    /** Restores the link. */
    void healLink() throws IOException;

    /** Drops every packet between this host and another silently, in both directions. */
    void cutFrom(Host other) throws IOException;

    /** Reverts {@link #cutFrom}. */
    void healFrom(Host other) throws IOException;

    /** Limits the speed of the link in both directions from now on. */
    void rate(Rate rate) throws IOException;
}
