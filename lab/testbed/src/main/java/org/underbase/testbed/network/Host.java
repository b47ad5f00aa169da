package org.underbase.testbed.network;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Where a node's processes run. Thread-safe. */
public interface Host {
    /** The node's name, such as {@code n1}. */
    String name();

    /** What daemons and clients call it: a host name or an address. */
    String address();

    /** Whether processes outside the network, such as this JVM, can reach it. */
    boolean reachable();

    /** Whether every host has all ports to itself, so that fixed ones can be used. */
    boolean ownPorts();

    /** The command that runs the given command on this host, as the same process. */
    List<String> onHost(List<String> command);

    /** Hadoop settings that daemons and clients on this host need. */
    Map<String, String> settings();

    /**
     * JVM options that daemons and clients on this host need.
     *
     * @param directory of the cluster, for files the options point to
     */
    List<String> javaOptions(Path directory) throws IOException;

    /**
     * Connects to a port of this host, from this host, sends and receives until the other side
     * closes.
     *
     * @throws IOException when nobody listens or it takes longer than the limit
     */
    byte[] exchange(int port, byte[] request, Duration limit) throws IOException;

    /** Bytes that crossed this host's link since it was made; traffic inside the host does not count. */
    LinkBytes linkBytes() throws IOException;

    /** Pulls the cable: nothing goes in or out, silently. */
    void cutLink() throws IOException;

    /** Plugs the cable in again. */
    void healLink() throws IOException;

    /** Loses every packet between this host and another, both ways, silently. */
    void cutFrom(Host other) throws IOException;

    /** Ends what {@link #cutFrom} began. */
    void healFrom(Host other) throws IOException;

    /** Limits the link in both directions from now on. */
    void rate(Rate rate) throws IOException;
}
