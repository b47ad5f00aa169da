package org.underbase.combinedlog.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.underbase.combinedlog.mode.StorageModes;
import org.underbase.combinedlog.mode.SyncMode;

/**
 * Selection, by directory, of the files whose hsyncs go to the journal and of those whose hflush is durable. The storage policy of
 * the directory selects storage types, and each DataNode has a mode for each storage type. The mode applies to files created
 * later.
 *
 * <p>All calls throw FileNotFoundException if the directory is missing, AccessControlException if the caller lacks a permission
 * (write access to change a directory), and other IOExceptions if the NameNode is unreachable. Thread-safe.
 */
public final class DirectoryModes {
    /** Maximum number of files in a {@link PlacementCheck}. */
    public static final int MOST_FILES = 100;

    private final DistributedFileSystem fileSystem;
    private final StorageModes modes;
    private final DirectoryPlacement placements;

    private DirectoryModes(DistributedFileSystem fileSystem, StorageModes modes) {
        this.fileSystem = fileSystem;
        this.modes = modes;
        this.placements = new DirectoryPlacement(fileSystem, DirectoryPlacement.tiers());
    }

    /**
     * Prepares access to the directories of a file system, without a call to it.
     *
     * @param fileSystem file system, which the caller closes
     * @param modes modes of the storage types, as in the configuration of the DataNodes
     * @return access to the directories
     */
    public static DirectoryModes of(DistributedFileSystem fileSystem, StorageModes modes) {
        return new DirectoryModes(Objects.requireNonNull(fileSystem), Objects.requireNonNull(modes));
    }

    /**
     * Sets the storage policy of a directory so that new files get a mode, and saves the previous one in an xattr. Idempotent.
     *
     * @param directory existing directory
     * @param mode mode to set
     * @param policy storage policy to set; empty: the current one if it has the mode, otherwise the only one with the mode
     * @return new state of the directory
     * @throws IllegalArgumentException if the policy does not exist or has another mode, or if no policy or several ones have the
     *     mode; nothing is changed
     * @throws IOException as described for this class
     */
    public DirectoryMode set(Path directory, SyncMode mode, Optional<String> policy) throws IOException {
        Path path = existing(directory);
        Placement placement = new Placement.StoragePolicy(policy.isPresent() ? policy.get() : choose(path, mode));
        placements.check(placement, List.of(path));
        if (policy.isPresent()) {
            checkMode(policy.get(), mode);
        }
        placements.set(path, placement);
        return show(path);
    }

    private void checkMode(String policy, SyncMode mode) throws IOException {
        for (BlockStoragePolicySpi each : fileSystem.getAllStoragePolicies()) {
            if (each.getName().equals(policy) && !mode(each).equals(Optional.of(mode))) {
                throw new IllegalArgumentException(
                        "storage policy " + policy + " does not have the mode " + mode + ": " + describe(each));
            }
        }
    }

    private String describe(BlockStoragePolicySpi policy) {
        List<String> types = Arrays.stream(policy.getStorageTypes())
                .map(type -> type + " is " + modes.of(type))
                .toList();
        return String.join(", ", types);
    }

    private String choose(Path path, SyncMode mode) throws IOException {
        List<String> fitting = fileSystem.getAllStoragePolicies().stream()
                .filter(each -> mode(each).equals(Optional.of(mode)))
                .map(BlockStoragePolicySpi::getName)
                .sorted()
                .toList();
        String current = placements.policy(path);
        if (fitting.contains(current)) {
            return current;
        }
        if (fitting.isEmpty()) {
            throw new IllegalArgumentException("no storage policy selects only storage types of mode " + mode);
        }
        if (fitting.size() > 1) {
            throw new IllegalArgumentException(
                    "several storage policies have the mode " + mode + ": select one of " + String.join(", ", fitting));
        }
        return fitting.get(0);
    }

    /**
     * Restores the placement before {@link #set}; does nothing if no mode was set.
     *
     * @param directory existing directory
     * @return new state of the directory
     * @throws IOException as described for this class
     */
    public DirectoryMode unset(Path directory) throws IOException {
        Path path = existing(directory);
        placements.checkRestorable(List.of(path));
        placements.restore(path);
        return show(path);
    }

    /**
     * Reads the state of a directory.
     *
     * @param directory existing directory
     * @return mode of its new files
     * @throws IOException as described for this class
     */
    public DirectoryMode show(Path directory) throws IOException {
        Path path = existing(directory);
        BlockStoragePolicySpi policy = fileSystem.getStoragePolicy(path);
        Optional<SyncMode> mode = mode(policy);
        Stream<StorageType> fallbacks = Stream.of(policy.getCreationFallbacks(), policy.getReplicationFallbacks())
                .flatMap(Arrays::stream);
        return new DirectoryMode(
                path,
                mode,
                policy.getName(),
                placements.ownPolicy(path).isEmpty(),
                List.of(policy.getStorageTypes()),
                fallbacks
                        .filter(type -> mode.isPresent() && modes.of(type).compareTo(mode.get()) < 0)
                        .distinct()
                        .toList(),
                PreviousPlacement.on(fileSystem, path)
                        .map(PreviousPlacement::description)
                        .orElse(""));
    }

    private Optional<SyncMode> mode(BlockStoragePolicySpi policy) {
        List<SyncMode> all = Arrays.stream(policy.getStorageTypes())
                .map(modes::of)
                .distinct()
                .toList();
        return all.size() == 1 ? Optional.of(all.get(0)) : Optional.empty();
    }

    /**
     * Checks the storage types of all existing replicas below a directory. HDFS places a replica on another storage type if those
     * of the policy are full or missing, and replicas that are older than the policy are where they were.
     *
     * @param directory existing directory
     * @return numbers of replicas
     * @throws IOException if the storage policy selects storage types of different modes, or as described for this class
     */
    public PlacementCheck check(Path directory) throws IOException {
        DirectoryMode state = show(directory);
        SyncMode mode = state.mode()
                .orElseThrow(() -> new IOException("the storage policy " + state.policy() + " of " + state.path()
                        + " selects storage types of different modes"));
        return new ReplicaScan(fileSystem, modes, mode).run(state.path());
    }

    private Path existing(Path directory) throws IOException {
        Path path = fileSystem.makeQualified(directory);
        if (!placements.exists(path)) {
            throw new FileNotFoundException("no directory " + path);
        }
        return path;
    }
}
