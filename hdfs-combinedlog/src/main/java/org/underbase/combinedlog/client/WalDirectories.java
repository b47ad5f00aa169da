package org.underbase.combinedlog.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * WAL directories of HBase 2: {@code WALs} and {@code oldWALs} of the RegionServers, and below {@code MasterData} those of the
 * Master. {@code oldWALs} is included because HBase archives a WAL by a rename and deletes it soon afterwards; moving its
 * replicas would be wasted.
 *
 * <p>{@link #enable} saves the placement of each directory in an xattr before it changes the directory; {@link #disable} restores
 * the placement and removes the xattr. Both are idempotent and can be repeated after a failure. {@code disable} also reverts
 * changes by other tools in between. HDFS cannot distinguish an inherited storage policy from an equal one that
 * was set on the directory: both count as inherited.
 *
 * <p>Missing directories are not created, because HBase would not own them. All calls throw FileNotFoundException if all
 * directories are missing, AccessControlException if the caller may not write one, and other IOExceptions if the NameNode is
 * unreachable. Thread-safe.
 */
public final class WalDirectories {
    /** HBase's key for the directory of WALs; if it is not set, they are in {@link #ROOT_DIR}. */
    public static final String WAL_DIR = "hbase.wal.dir";

    /** HBase's key for its root directory. */
    public static final String ROOT_DIR = "hbase.rootdir";

    private static final List<String> NAMES = List.of("WALs", "oldWALs", "MasterData/WALs", "MasterData/oldWALs");

    private final FileSystem fileSystem;
    private final Path root;
    private final DirectoryPlacement placements;

    private WalDirectories(FileSystem fileSystem, Path root, TierVectors tiers) {
        this.fileSystem = fileSystem;
        this.root = root;
        this.placements = new DirectoryPlacement(fileSystem, tiers);
    }

    /**
     * Selects the WAL directories of an HBase, without accessing the file system.
     *
     * @param fileSystem HDFS file system, which the caller closes
     * @param root value of {@code hbase.wal.dir}, otherwise of {@code hbase.rootdir}
     * @return the WAL directories
     */
    public static WalDirectories of(FileSystem fileSystem, Path root) {
        return of(fileSystem, root, DirectoryPlacement.tiers());
    }

    static WalDirectories of(FileSystem fileSystem, Path root, TierVectors tiers) {
        return new WalDirectories(Objects.requireNonNull(fileSystem), fileSystem.makeQualified(root), tiers);
    }

    /**
     * Reads the root directory of the WALs from a configuration.
     *
     * @param conf configuration that includes {@code hbase-site.xml}
     * @return root directory; empty if neither key is set
     */
    public static Optional<Path> root(Configuration conf) {
        return Optional.of(conf.getTrimmed(WAL_DIR, conf.getTrimmed(ROOT_DIR, "")))
                .filter(text -> !text.isEmpty())
                .map(Path::new);
    }

    /**
     * Sets the placement of new WALs. If the placement changes between a vector and a storage policy, the other setting is
     * restored to its previous value.
     *
     * @param placement placement to set
     * @return new state of the directories
     * @throws IllegalArgumentException if HDFS has no such storage policy, or the class path contains no implementation of tiers
     * @throws IOException as described for this class; all checks precede the first change
     */
    public List<WalDirectory> enable(Placement placement) throws IOException {
        List<Path> existing = existing();
        placements.check(placement, existing);
        for (Path directory : existing) {
            placements.set(directory, placement);
        }
        return show();
    }

    /**
     * Restores the placement that the directories had before {@link #enable}.
     *
     * @return new state of the directories
     * @throws IOException as described for this class
     */
    public List<WalDirectory> disable() throws IOException {
        List<Path> existing = existing();
        placements.checkRestorable(existing);
        for (Path directory : existing) {
            placements.restore(directory);
        }
        return show();
    }

    /**
     * Reads the state of the directories.
     *
     * @return one entry per directory of HBase, including missing ones
     * @throws IOException if the NameNode is unreachable, or the caller may not read a directory
     */
    public List<WalDirectory> show() throws IOException {
        List<WalDirectory> all = new ArrayList<>();
        for (String name : NAMES) {
            Path directory = new Path(root, name);
            all.add(placements.exists(directory) ? state(directory) : WalDirectory.missing(directory));
        }
        return all;
    }

    private WalDirectory state(Path directory) throws IOException {
        Optional<PreviousPlacement> previous = PreviousPlacement.on(fileSystem, directory);
        return new WalDirectory(
                directory,
                true,
                previous.isPresent(),
                placements.policy(directory),
                placements.ownPolicy(directory).isEmpty(),
                placements.vector(directory, previous),
                previous.map(PreviousPlacement::description).orElse(""));
    }

    private List<Path> existing() throws IOException {
        List<Path> existing = new ArrayList<>();
        for (String name : NAMES) {
            Path directory = new Path(root, name);
            if (placements.exists(directory)) {
                existing.add(directory);
            }
        }
        if (existing.isEmpty()) {
            throw new FileNotFoundException("none of " + String.join(", ", NAMES) + " exists in " + root
                    + ": check that it is HBase's root directory; HBase creates them at its first start");
        }
        return existing;
    }
}
