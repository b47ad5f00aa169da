package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.underbase.tier.conf.TierKeys;

/** Looks for what keeps instances from running, or from running beside each other. */
final class Conflicts {
    private Conflicts() {}

    /** What two instances of one node may not share: directories, also one in the other, and ports. */
    static List<String> in(List<Instance> instances) {
        List<String> problems = new ArrayList<>();
        List<DataDirectory> directories = new ArrayList<>();
        List<Listener> listeners = new ArrayList<>();
        for (Instance instance : instances) {
            for (DataDirectory directory : instance.directories()) {
                directories.forEach(other -> shared(other, directory).ifPresent(problems::add));
                directories.add(directory);
            }
            for (Listener listener : instance.listeners()) {
                for (Listener other : listeners) {
                    if (listener.collidesWith(other)) {
                        problems.add(other.key() + " and " + listener.key() + " have the same port, " + other.text()
                                + " and " + listener.text() + ": give each its own");
                    }
                }
                listeners.add(listener);
            }
        }
        return problems;
    }

    private static Optional<String> shared(DataDirectory one, DataDirectory other) {
        Path first;
        Path second;
        try {
            first = one.real();
            second = other.real();
        } catch (IOException e) {
            return Optional.of(other.key() + ": " + other.path() + " cannot be looked at: " + e.getMessage());
        }
        boolean same = first.equals(second);
        if (!same && !first.startsWith(second) && !second.startsWith(first)) {
            return Optional.empty();
        }
        String what = same
                ? "name the same directory, " + second
                : "name directories one of which is in the other, " + first + " and " + second;
        String who = one.key().equals(other.key()) ? one.key() + ": two entries" : one.key() + " and " + other.key();
        return Optional.of(who + " " + what + ": give each its own");
    }

    /** What an instance finds on the disks of the node when it is started now. */
    static List<String> onDisk(Instance instance) {
        List<String> problems = new ArrayList<>();
        for (DataDirectory directory : instance.directories()) {
            directory
                    .reason()
                    .ifPresent(why ->
                            problems.add(directory.key() + ": a DataNode cannot use " + directory.path() + ": " + why));
        }
        if (problems.size() <= tolerated(instance)) {
            problems.clear();
        }
        instance.directories()
                .forEach(directory -> ofAnotherTier(directory, instance.tier()).ifPresent(problems::add));
        ownDirectory(TierKeys.PID_DIR.forName(instance.tier()).name(), "HADOOP_PID_DIR", instance.pidFile())
                .ifPresent(problems::add);
        ownDirectory(TierKeys.LOG_DIR.forName(instance.tier()).name(), "HADOOP_LOG_DIR", instance.logFile())
                .ifPresent(problems::add);
        return problems;
    }

    private static Optional<String> ofAnotherTier(DataDirectory directory, String tier) {
        try {
            return TierMark.read(directory.path())
                    .filter(other -> !other.equals(tier))
                    .map(other -> directory.key() + ": " + directory.path() + " holds the data of a DataNode of tier "
                            + other + ", and a DataNode keeps its tier: name it in " + Plan.key(other, "data.dir")
                            + ", or decommission that DataNode and empty the directory");
        } catch (IOException e) {
            return Optional.of(
                    directory.key() + ": whose data " + directory.path() + " holds cannot be read: " + e.getMessage());
        }
    }

    /** A DataNode that may go on with failed volumes may start with them; -1: one good volume is enough. */
    private static int tolerated(Instance instance) {
        int tolerated = instance.failuresTolerated();
        return tolerated < 0 ? instance.directories().size() - 1 : tolerated;
    }

    private static Optional<String> ownDirectory(String key, String variable, Path file) {
        Path directory = file.getParent();
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            return Optional.of(key + " (or " + variable + "): " + directory + " cannot be made: " + e.getMessage());
        }
        return Files.isWritable(directory)
                ? Optional.empty()
                : Optional.of(key + " (or " + variable + "): " + directory + " cannot be written");
    }
}
