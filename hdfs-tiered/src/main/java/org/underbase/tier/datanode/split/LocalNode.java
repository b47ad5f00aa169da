package org.underbase.tier.datanode.split;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.underbase.tier.datanode.instance.Instance;
import org.underbase.tier.datanode.instance.Operator;
import org.underbase.tier.datanode.instance.Site;
import org.underbase.tier.datanode.instance.TierMark;
import org.underbase.tier.datanode.instance.TransferMark;
import org.underbase.tier.datanode.instance.VolumeVersion;

/** Processes and data directories of this node. */
final class LocalNode implements Node {
    /** Lock file of a DataNode in each of its data directories; it contains the process and the host. */
    private static final String LOCK = "in_use.lock";
    /** Files of the combined log, see docs/combined-log.md. */
    private static final List<String> JOURNAL = List.of("combinedlog.location", "combinedlog.invalid");

    private final Operator operator;
    private final Duration timeout;
    private final Consumer<String> waiting;

    /** @param timeout maximum time for the start of a DataNode, and for its stop until it is killed */
    LocalNode(Site site, Duration timeout, Consumer<String> waiting) {
        this.operator = new Operator(site, waiting);
        this.timeout = timeout;
        this.waiting = waiting;
    }

    @Override
    public boolean start(Instance configured) throws IOException {
        // The directories are absent until the first block report.
        Instance instance = configured.withSettings(Map.of(DFSConfigKeys.DFS_BLOCKREPORT_INITIAL_DELAY_KEY, "0"));
        Operator.Start start = operator.start(instance);
        if (start instanceof Operator.Start.Already already) {
            if (!already.changed()) {
                return false;
            }
            stop(instance);
            start = operator.start(instance);
        }
        if (start instanceof Operator.Start.Begun begun) {
            operator.await(begun, timeout);
        }
        return true;
    }

    @Override
    public void stop(Instance instance) throws IOException {
        Operator.stop(instance, timeout, waiting);
    }

    @Override
    public void requireReleased(Path directory) throws IOException {
        requireUnused(directory);
        for (String each : JOURNAL) {
            if (Files.exists(directory.resolve(each))) {
                throw new IOException("the journal of a combined log may contain bytes of " + directory + " ("
                        + directory.resolve(each) + " exists): run 'underbase combinedlog replay --remove' with all"
                        + " directories of its DataNode");
            }
        }
    }

    /** Checks that no DataNode uses a data directory. */
    static void requireUnused(Path directory) throws IOException {
        Path lock = directory.resolve(LOCK);
        if (Files.exists(lock) && locked(lock)) {
            throw new IOException("a DataNode ("
                    + Files.readString(lock, StandardCharsets.ISO_8859_1).strip() + ") uses " + directory
                    + ": stop it first");
        }
    }

    private static boolean locked(Path lock) throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE)) {
            FileLock own = channel.tryLock();
            return own == null;
        } catch (OverlappingFileLockException e) {
            // Held by a DataNode of this JVM.
            return true;
        }
    }

    @Override
    public void begin(Path directory, TransferMark from) throws IOException {
        from.write(directory);
    }

    @Override
    public void assign(Path directory, String datanodeUuid) throws IOException {
        VolumeVersion.assign(directory, datanodeUuid);
    }

    @Override
    public void complete(Path directory, String tier) throws IOException {
        TierMark.write(directory, tier);
        TransferMark.delete(directory);
    }

    @Override
    public void createEmpty(Path directory, Path like, String datanodeUuid) throws IOException {
        VolumeVersion.createEmpty(directory, like, datanodeUuid);
    }

    @Override
    public void deleteEmpty(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
