package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.underbase.tier.conf.TierKeys;

/** Conflicts that prevent instances from running, alone or together on a node. */
final class Conflicts {
    private Conflicts() {}

    /** Returns the conflicts between instances of a node: shared or nested directories, and shared ports. */
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
            return Optional.of(other.key() + ": " + other.path() + " cannot be read: " + e.getMessage());
        }
        boolean same = first.equals(second);
        if (!same && !first.startsWith(second) && !second.startsWith(first)) {
            return Optional.empty();
        }
        String what = same
                ? "contain the same directory, " + second
                : "contain nested directories, " + first + " and " + second;
        String who = one.key().equals(other.key()) ? one.key() + ": two entries" : one.key() + " and " + other.key();
        return Optional.of(who + " " + what + ": give each its own");
    }

    /** Returns the problems of an instance on the disks of the node. */
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
        ownDirectory(TierKeys.PID_DIR.forName(instance.tier()).name(), "HADOOP_PID_DIR", instance.pidFile())
                .ifPresent(problems::add);
        ownDirectory(TierKeys.LOG_DIR.forName(instance.tier()).name(), "HADOOP_LOG_DIR", instance.logFile())
                .ifPresent(problems::add);
        return problems;
    }

    /** Returns a line for each directory that contains the data of another tier. */
    static List<String> ofOtherTiers(Instance instance) {
        List<String> problems = new ArrayList<>();
        instance.directories()
                .forEach(directory -> ofAnotherTier(directory, instance.tier()).ifPresent(problems::add));
        return problems;
    }

    private static Optional<String> ofAnotherTier(DataDirectory directory, String tier) {
        try {
            return TierMark.read(directory.path())
                    .filter(other -> !other.equals(tier))
                    .map(other -> directory.key() + ": " + directory.path()
                            + " contains the data of a DataNode of tier "
                            + other + ", and a DataNode keeps its tier: move it to " + Plan.key(other, "data.dir")
                            + ", or decommission that DataNode and empty the directory");
        } catch (IOException e) {
            return Optional.of(directory.key() + ": cannot read the tier of the data in " + directory.path() + ": "
                    + e.getMessage());
        }
    }

    /**
     * Returns the number of failed volumes with which a DataNode may start; -1 means that one valid volume suffices.
     */
    private static int tolerated(Instance instance) {
        int tolerated = instance.failuresTolerated();
        return tolerated < 0 ? instance.directories().size() - 1 : tolerated;
    }

    private static Optional<String> ownDirectory(String key, String variable, Path file) {
        Path directory = file.getParent();
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            return Optional.of(key + " (or " + variable + "): " + directory + " cannot be created: " + e.getMessage());
        }
        return Files.isWritable(directory)
                ? Optional.empty()
                : Optional.of(key + " (or " + variable + "): " + directory + " is not writable");
    }
}
