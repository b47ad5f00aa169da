package org.underbase.combinedlog.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;

/**
 * The directories in which HBase 2 keeps write-ahead logs: {@code WALs} and {@code oldWALs}, of the RegionServers and, below
 * {@code MasterData}, of the Master. Old ones are included, for a WAL is archived by a rename: by then its replicas are
 * where they should be, and it is deleted before long.
 *
 * <p>{@link #enable} first keeps what is set on each directory in an xattr on it and then changes it; {@link #disable}
 * changes it back and removes the xattr. Both are idempotent and can be called again after they failed midway. What
 * somebody else changed in between is changed back, too. HDFS does not tell a storage policy that a directory inherits from
 * one that was set on it where both are the same: it counts as inherited.
 *
 * <p>Directories that are not there are not made: they would not be HBase's. All calls throw FileNotFoundException where
 * none is there, AccessControlException where the caller may not write one, and other IOExceptions where the NameNode
 * cannot be reached. Thread-safe.
 */
public final class WalDirectories {
    /** HBase's key for the file system and directory of WALs; where it is not set they are in {@link #ROOT_DIR}. */
    public static final String WAL_DIR = "hbase.wal.dir";

    /** HBase's key for its directory. */
    public static final String ROOT_DIR = "hbase.rootdir";

    private static final List<String> NAMES = List.of("WALs", "oldWALs", "MasterData/WALs", "MasterData/oldWALs");

    private final FileSystem fileSystem;
    private final Path root;
    private final Optional<TierVectors> tiers;

    private WalDirectories(FileSystem fileSystem, Path root, Optional<TierVectors> tiers) {
        this.fileSystem = fileSystem;
        this.root = root;
        this.tiers = tiers;
    }

    /**
     * The WAL directories below a directory of HBase.
     *
     * @param fileSystem an HDFS, which stays the caller's to close
     * @param root what {@code hbase.wal.dir} or else {@code hbase.rootdir} is set to
     * @return nothing was sent yet
     */
    public static WalDirectories of(FileSystem fileSystem, Path root) {
        Optional<TierVectors> tiers = ServiceLoader.load(TierVectors.class).findFirst();
        return of(fileSystem, root, tiers);
    }

    static WalDirectories of(FileSystem fileSystem, Path root, Optional<TierVectors> tiers) {
        return new WalDirectories(Objects.requireNonNull(fileSystem), fileSystem.makeQualified(root), tiers);
    }

    /**
     * Tells where a configuration has the WALs.
     *
     * @param conf with {@code hbase-site.xml}
     * @return the directory; empty where neither key is set
     */
    public static Optional<Path> root(Configuration conf) {
        return Optional.of(conf.getTrimmed(WAL_DIR, conf.getTrimmed(ROOT_DIR, "")))
                .filter(text -> !text.isEmpty())
                .map(Path::new);
    }

    /**
     * Sets where new WALs have their replicas. Where vectors were set before and a storage policy is wanted now, or the
     * other way round, the former is changed back.
     *
     * @param placement what to set
     * @return the directories as they are then
     * @throws IllegalArgumentException where HDFS has no such storage policy, or nothing on the class path knows tiers
     * @throws IOException as said above; everything is checked before anything is changed
     */
    public List<WalDirectory> enable(Placement placement) throws IOException {
        List<Path> present = present();
        check(placement, present);
        for (Path directory : present) {
            Optional<Before> kept = Before.on(fileSystem, directory);
            Before before = kept.isPresent() ? kept.get() : new Before(ownPolicy(directory), false, Optional.empty());
            boolean addVector = placement instanceof Placement.Vector && !before.vectorKnown();
            if (addVector) {
                before = before.withVector(tiers.orElseThrow().own(fileSystem, directory));
            }
            if (kept.isEmpty()) {
                before.keepOn(fileSystem, directory, XAttrSetFlag.CREATE);
            } else if (addVector) {
                before.keepOn(fileSystem, directory, XAttrSetFlag.REPLACE);
            }
            if (placement instanceof Placement.StoragePolicy policy) {
                restoreVector(directory, before);
                fileSystem.setStoragePolicy(directory, policy.name());
            } else if (placement instanceof Placement.Vector vector) {
                restorePolicy(directory, before);
                tiers.orElseThrow().set(fileSystem, directory, vector.text());
            }
        }
        return show();
    }

    private void check(Placement placement, List<Path> present) throws IOException {
        for (Path directory : present) {
            requireTiers(Before.on(fileSystem, directory));
        }
        if (placement instanceof Placement.StoragePolicy policy) {
            Collection<String> known = fileSystem.getAllStoragePolicies().stream()
                    .map(each -> each.getName())
                    .sorted()
                    .toList();
            if (!known.contains(policy.name())) {
                throw new IllegalArgumentException(
                        "HDFS has no storage policy '" + policy.name() + "', but " + String.join(", ", known));
            }
        } else if (placement instanceof Placement.Vector vector) {
            if (tiers.isEmpty()) {
                throw new IllegalArgumentException(
                        "tier vectors need Underbase's jars hdfs-tiered and dist on the class path");
            }
            for (Path directory : present) {
                tiers.get().check(fileSystem, directory, vector.text());
            }
        }
    }

    /**
     * Changes all directories back to what was set on them before {@link #enable}.
     *
     * @return the directories as they are then
     * @throws IOException as said above
     */
    public List<WalDirectory> disable() throws IOException {
        List<Path> present = present();
        for (Path directory : present) {
            requireTiers(Before.on(fileSystem, directory));
        }
        for (Path directory : present) {
            Optional<Before> before = Before.on(fileSystem, directory);
            if (before.isPresent()) {
                restorePolicy(directory, before.get());
                restoreVector(directory, before.get());
                fileSystem.removeXAttr(directory, Before.XATTR);
            }
        }
        return show();
    }

    private void requireTiers(Optional<Before> before) throws IOException {
        if (tiers.isEmpty() && before.filter(Before::vectorKnown).isPresent()) {
            throw new IOException("a tier vector was set on the WAL directories: to change it back, Underbase's jars"
                    + " hdfs-tiered and dist are needed on the class path");
        }
    }

    private void restorePolicy(Path directory, Before before) throws IOException {
        if (before.policy().isPresent()) {
            fileSystem.setStoragePolicy(directory, before.policy().get());
        } else {
            fileSystem.unsetStoragePolicy(directory);
        }
    }

    private void restoreVector(Path directory, Before before) throws IOException {
        if (!before.vectorKnown()) {
            return;
        }
        if (before.vector().isPresent()) {
            tiers.orElseThrow().set(fileSystem, directory, before.vector().get());
        } else {
            tiers.orElseThrow().unset(fileSystem, directory);
        }
    }

    /**
     * Looks at the directories and changes nothing.
     *
     * @return one entry for each that HBase has, also for those that are not there
     * @throws IOException where the NameNode cannot be reached, or the caller may not look
     */
    public List<WalDirectory> show() throws IOException {
        List<WalDirectory> all = new ArrayList<>();
        for (String name : NAMES) {
            Path directory = new Path(root, name);
            all.add(isThere(directory) ? look(directory) : WalDirectory.absent(directory));
        }
        return all;
    }

    private WalDirectory look(Path directory) throws IOException {
        Optional<Before> before = Before.on(fileSystem, directory);
        Optional<String> vector =
                tiers.isPresent() && before.filter(Before::vectorKnown).isPresent()
                        ? tiers.get().own(fileSystem, directory)
                        : Optional.empty();
        return new WalDirectory(
                directory,
                true,
                before.isPresent(),
                Optional.of(policy(directory)),
                ownPolicy(directory).isEmpty(),
                vector,
                before.map(Before::told));
    }

    private Optional<String> ownPolicy(Path directory) throws IOException {
        String policy = policy(directory);
        return policy.equals(policy(directory.getParent())) ? Optional.empty() : Optional.of(policy);
    }

    private String policy(Path directory) throws IOException {
        return fileSystem.getStoragePolicy(directory).getName();
    }

    private List<Path> present() throws IOException {
        List<Path> present = new ArrayList<>();
        for (String name : NAMES) {
            Path directory = new Path(root, name);
            if (isThere(directory)) {
                present.add(directory);
            }
        }
        if (present.isEmpty()) {
            throw new FileNotFoundException("there is none of " + String.join(", ", NAMES) + " in " + root
                    + ": is this HBase's directory? HBase makes them at its first start");
        }
        return present;
    }

    private boolean isThere(Path directory) throws IOException {
        try {
            FileStatus status = fileSystem.getFileStatus(directory);
            if (!status.isDirectory()) {
                throw new IOException(directory + " is no directory");
            }
            return true;
        } catch (FileNotFoundException e) {
            return false;
        }
    }
}
