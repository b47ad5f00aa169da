package org.underbase.tier.datanode.split;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.underbase.tier.datanode.instance.VolumeVersion;

/** Properties of data directories that prevent their transfer. */
final class VolumeChecks {
    /** Files and directories of an upgrade or rollback, in a data directory and in its block pools. */
    private static final List<String> UPGRADE =
            List.of("previous", "previous.tmp", "removed.tmp", "finalized.tmp", "trash", "RollingUpgradeInProgress");

    private VolumeChecks() {}

    /** Returns a line for each reason why the split or merge cannot be performed. */
    static List<String> problems(List<Volume> volumes, Assignment assignment, String user) throws IOException {
        List<String> problems = new ArrayList<>();
        for (Volume volume : volumes) {
            volume.mark()
                    .filter(mark -> volume.transfer().isEmpty())
                    .filter(mark -> !assignment.owner(volume.uuid()).equals(Optional.of(mark)))
                    .ifPresent(mark -> problems.add(volume.directory().key() + ": " + volume.path()
                            + " contains the data of a DataNode of tier " + mark
                            + ": correct the configuration first"));
        }
        for (Volume volume : assignment.toTransfer(volumes)) {
            Path current = volume.path().resolve("current");
            Path version = current.resolve("VERSION");
            if (volume.version().map(VolumeVersion::storageId).orElse("").isEmpty()) {
                problems.add(
                        version + " has no storageID: start and stop the stock DataNode of this Hadoop release first");
            }
            String owner = Files.getOwner(version).getName();
            if (!owner.equals(user)) {
                problems.add(version + " belongs to " + owner + ": run this command as " + owner + ", not as " + user);
            } else if (!Files.isWritable(current) || !Files.isWritable(volume.path())) {
                problems.add(volume.path() + " is not writable");
            }
            upgrade(volume.path()).ifPresent(problems::add);
        }
        return problems;
    }

    private static Optional<String> upgrade(Path directory) throws IOException {
        List<Path> places = new ArrayList<>(List.of(directory));
        try (DirectoryStream<Path> pools = Files.newDirectoryStream(directory.resolve("current"), "BP-*")) {
            for (Path pool : pools) {
                places.add(pool);
                places.add(pool.resolve("current"));
            }
        }
        for (Path place : places) {
            for (String name : UPGRADE) {
                if (Files.exists(place.resolve(name))) {
                    return Optional.of("an upgrade of HDFS is in progress (" + place.resolve(name)
                            + " exists): finalize or roll it back first, with the DataNode running");
                }
            }
        }
        return Optional.empty();
    }
}
