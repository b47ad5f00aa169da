package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Status of an instance.
 *
 * @param instance the instance
 * @param state state of its process
 * @param pid process ID; empty if no process runs
 * @param ports listening ports
 * @param uuid UUID of the DataNode; empty before its first start
 */
public record InstanceStatus(
        Instance instance, State state, OptionalLong pid, SortedSet<Integer> ports, Optional<String> uuid) {
    /** State of a process. */
    public enum State {
        /** It listens at all its addresses. */
        RUNNING,
        /** It runs but does not listen at all its addresses yet. */
        STARTING,
        /** It was stopped or never started. */
        STOPPED,
        /** It has ended without being stopped: its pid file is still there. */
        DEAD;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Reads the status of an instance. */
    public static InstanceStatus of(Instance instance) throws IOException {
        Optional<DatanodeProcess> process = DatanodeProcess.of(instance);
        if (process.isEmpty()) {
            State state = Files.exists(instance.pidFile()) ? State.DEAD : State.STOPPED;
            return new InstanceStatus(instance, state, OptionalLong.empty(), new TreeSet<>(), instance.uuid());
        }
        SortedSet<Integer> ports = ListeningPorts.of(process.get().pid());
        return new InstanceStatus(
                instance,
                listensEverywhere(instance, ports) ? State.RUNNING : State.STARTING,
                OptionalLong.of(process.get().pid()),
                ports,
                instance.uuid());
    }

    /** For listeners with port 0, only the number of ports is known. */
    static boolean listensEverywhere(Instance instance, SortedSet<Integer> ports) {
        return ports.size() >= instance.listeners().size()
                && instance.listeners().stream()
                        .allMatch(listener -> listener.port() == 0 || ports.contains(listener.port()));
    }
}
