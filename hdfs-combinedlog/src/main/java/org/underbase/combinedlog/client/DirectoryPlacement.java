package org.underbase.combinedlog.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;

/**
 * Placement of the files of directories. {@link #set} saves the previous placement in an xattr before it changes a directory, and
 * {@link #restore} restores it. HDFS cannot distinguish an inherited storage policy from an equal one that was set on the
 * directory: both count as inherited. Thread-safe.
 */
final class DirectoryPlacement {
    private final FileSystem fileSystem;
    private final TierVectors tiers;

    DirectoryPlacement(FileSystem fileSystem, TierVectors tiers) {
        this.fileSystem = fileSystem;
        this.tiers = tiers;
    }

    /** Returns the access to the vectors of tiers on the class path. */
    static TierVectors tiers() {
        return ServiceLoader.load(TierVectors.class).findFirst().orElseGet(NoTierVectors::new);
    }

    /**
     * Checks that a placement can be set, before anything is changed.
     *
     * @throws IllegalArgumentException if HDFS has no such storage policy, or the class path contains no implementation of tiers
     */
    void check(Placement placement, List<Path> directories) throws IOException {
        checkRestorable(directories);
        if (placement instanceof Placement.StoragePolicy policy) {
            Collection<String> known = fileSystem.getAllStoragePolicies().stream()
                    .map(each -> each.getName())
                    .sorted()
                    .toList();
            if (!known.contains(policy.name())) {
                throw new IllegalArgumentException(
                        "unknown storage policy '" + policy.name() + "': HDFS has " + String.join(", ", known));
            }
        } else if (placement instanceof Placement.Vector vector) {
            for (Path directory : directories) {
                tiers.check(fileSystem, directory, vector.text());
            }
        }
    }

    /**
     * Sets a placement. If it changes between a vector and a storage policy, the other setting is restored to its previous value.
     */
    void set(Path directory, Placement placement) throws IOException {
        Optional<PreviousPlacement> saved = PreviousPlacement.on(fileSystem, directory);
        PreviousPlacement previous =
                saved.isPresent() ? saved.get() : new PreviousPlacement(ownPolicy(directory), false, "");
        boolean addVector = placement instanceof Placement.Vector && !previous.vectorSaved();
        if (addVector) {
            previous = previous.withVector(tiers.own(fileSystem, directory).orElse(""));
        }
        if (saved.isEmpty()) {
            previous.saveOn(fileSystem, directory, XAttrSetFlag.CREATE);
        } else if (addVector) {
            previous.saveOn(fileSystem, directory, XAttrSetFlag.REPLACE);
        }
        if (placement instanceof Placement.StoragePolicy policy) {
            restoreVector(directory, previous);
            fileSystem.setStoragePolicy(directory, policy.name());
        } else if (placement instanceof Placement.Vector vector) {
            restorePolicy(directory, previous);
            tiers.set(fileSystem, directory, vector.text());
        }
    }

    /** Checks that saved vectors can be restored, before anything is changed. */
    void checkRestorable(List<Path> directories) throws IOException {
        for (Path directory : directories) {
            Optional<PreviousPlacement> previous = PreviousPlacement.on(fileSystem, directory);
            boolean needed = previous.filter(PreviousPlacement::vectorSaved).isPresent();
            if (needed && tiers instanceof NoTierVectors) {
                tiers.unset(fileSystem, directory);
            }
        }
    }

    /** Restores the placement before {@link #set}; does nothing without one. */
    void restore(Path directory) throws IOException {
        Optional<PreviousPlacement> previous = PreviousPlacement.on(fileSystem, directory);
        if (previous.isPresent()) {
            restorePolicy(directory, previous.get());
            restoreVector(directory, previous.get());
            fileSystem.removeXAttr(directory, PreviousPlacement.XATTR);
        }
    }

    private void restorePolicy(Path directory, PreviousPlacement previous) throws IOException {
        if (!previous.policy().isEmpty()) {
            fileSystem.setStoragePolicy(directory, previous.policy());
        } else {
            fileSystem.unsetStoragePolicy(directory);
        }
    }

    private void restoreVector(Path directory, PreviousPlacement previous) throws IOException {
        if (!previous.vectorSaved()) {
            return;
        }
        if (!previous.vector().isEmpty()) {
            tiers.set(fileSystem, directory, previous.vector());
        } else {
            tiers.unset(fileSystem, directory);
        }
    }

    /** Returns the vector that {@link #set} has set; empty without one. */
    String vector(Path directory, Optional<PreviousPlacement> previous) throws IOException {
        return previous.filter(PreviousPlacement::vectorSaved).isPresent()
                ? tiers.own(fileSystem, directory).orElse("")
                : "";
    }

    /** Returns the policy that was set on the directory; empty if inherited. */
    String ownPolicy(Path directory) throws IOException {
        String policy = policy(directory);
        return !directory.isRoot() && policy.equals(policy(directory.getParent())) ? "" : policy;
    }

    String policy(Path directory) throws IOException {
        return fileSystem.getStoragePolicy(directory).getName();
    }

    boolean exists(Path directory) throws IOException {
        try {
            if (!fileSystem.getFileStatus(directory).isDirectory()) {
                throw new IOException("not a directory: " + directory);
            }
            return true;
        } catch (FileNotFoundException e) {
            return false;
        }
    }
}
