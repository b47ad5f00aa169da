package org.underbase.tier.datanode.split;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.underbase.tier.datanode.instance.DataDirectory;
import org.underbase.tier.datanode.instance.Instance;
import org.underbase.tier.datanode.instance.TransferMark;
import org.underbase.tier.datanode.instance.VolumeVersion;
import org.underbase.tier.datanode.split.Namenodes.Registered;

/**
 * Transfer of data directories between the DataNodes of a node, one at a time. A directory keeps its storage ID and gets the
 * UUID of another DataNode.
 *
 * <p>If the NameNode counts the replicas of a directory for both DataNodes, it may delete replicas as excess, the last real one
 * included. So the DataNode that had the directory first starts without it and sends a block report; only then the other DataNode
 * starts with it. A DataNode that loses its last directory starts with an empty one for this purpose.
 *
 * <p>All state is on the data directories: their VERSION and, during a transfer, a {@link TransferMark}. An interrupted split
 * continues from them.
 */
final class Split {
    private final List<Instance> instances;
    private final boolean merge;
    private final Node node;
    private final Waits waits;
    private final Consumer<String> progress;
    private final UnaryOperator<String> newUuid;

    /**
     * Creates a split.
     *
     * @param instances DataNodes of the configuration
     * @param merge whether to transfer all directories to one DataNode
     * @param newUuid UUID of a new DataNode by its tier, always the same
     * @param node the node
     * @param waits waits for the NameNodes
     * @param progress receives a line for each step
     */
    Split(
            List<Instance> instances,
            boolean merge,
            UnaryOperator<String> newUuid,
            Node node,
            Waits waits,
            Consumer<String> progress) {
        this.instances = List.copyOf(instances);
        this.merge = merge;
        this.newUuid = newUuid;
        this.node = node;
        this.waits = waits;
        this.progress = progress;
    }

    private Assignment assignment(List<Volume> volumes) throws IOException {
        return merge ? Assignment.merge(volumes) : Assignment.split(volumes, newUuid);
    }

    /** Returns the transfers that are to be done; changes nothing. */
    List<Transfer> transfers() throws IOException {
        List<Volume> volumes = Volume.read(instances);
        Assignment assignment = assignment(volumes);
        return assignment.toTransfer(volumes).stream()
                .map(volume -> transfer(volume, assignment))
                .toList();
    }

    private static Transfer transfer(Volume volume, Assignment assignment) {
        return new Transfer(
                volume.path(),
                volume.version().map(VolumeVersion::storageId).orElse(""),
                assignment.owner(volume.uuid()).orElse(""),
                volume.uuid(),
                assignment.targetTier(volume),
                assignment.target(volume));
    }

    /** Returns the problems of the data directories; changes nothing. */
    List<String> problems(String user) throws IOException {
        List<Volume> volumes = Volume.read(instances);
        return VolumeChecks.problems(volumes, assignment(volumes), user);
    }

    /** Performs all transfers and starts the DataNodes. */
    void run() throws IOException {
        for (Volume volume : Volume.read(instances)) {
            if (volume.transfer().isPresent()) {
                progress.accept("continuing the transfer of " + volume.path());
                finish(volume.path());
            }
        }
        for (Transfer transfer : transfers()) {
            startAll(false);
            waits.forRedundancy();
            progress.accept("transferring " + transfer.directory() + " from datanode " + transfer.fromTier() + " ("
                    + transfer.fromUuid() + ") to datanode " + transfer.toTier() + " (" + transfer.toUuid() + ")");
            node.stop(instance(transfer.fromTier()));
            node.requireReleased(transfer.directory());
            node.begin(transfer.directory(), new TransferMark(transfer.fromUuid(), transfer.fromTier()));
            node.assign(transfer.directory(), transfer.toUuid());
            finish(transfer.directory());
        }
        startAll(true);
        waits.forRedundancy();
    }

    /** Completes a transfer that has begun. */
    private void finish(Path directory) throws IOException {
        List<Volume> volumes = Volume.read(instances);
        Assignment assignment = assignment(volumes);
        Volume volume = volumes.stream()
                .filter(each -> each.path().equals(directory))
                .findFirst()
                .orElseThrow();
        TransferMark from = volume.transfer().orElseThrow();
        if (!volume.uuid().equals(from.datanodeUuid())) {
            String storage = volume.version().map(VolumeVersion::storageId).orElse("");
            Optional<String> owner = assignment.owner(from.datanodeUuid());
            if (waits.has(from.datanodeUuid(), storage)) {
                if (owner.isPresent()) {
                    restart(running(owner.get(), volumes, assignment, false), from.datanodeUuid(), volumes);
                } else {
                    reportEmpty(volume, from);
                }
            }
            // Until this report, the directory is absent: a continued split must wait for it, too.
            restart(running(owner(volume, assignment), volumes, assignment, false), volume.uuid(), volumes);
        }
        node.complete(directory, owner(volume, assignment));
    }

    private static String owner(Volume volume, Assignment assignment) {
        return assignment.owner(volume.uuid()).orElse(volume.tier());
    }

    /** Starts a DataNode without replicas until the NameNode has its block report. */
    private void reportEmpty(Volume volume, TransferMark from) throws IOException {
        Instance instance = instance(from.tier());
        Path empty = instance.emptyDirectory();
        node.stop(instance);
        node.deleteEmpty(empty);
        node.createEmpty(empty, volume.path(), from.datanodeUuid());
        restart(
                instance.withDirectories(List.of(new DataDirectory("", empty, "[DISK]" + empty.toUri())))
                        .withSettings(EmptyDatanode.SETTINGS),
                from.datanodeUuid(),
                List.of());
        node.stop(instance);
        node.deleteEmpty(empty);
    }

    /** Restarts a DataNode and waits for its block report. */
    private void restart(Instance instance, String uuid, List<Volume> volumes) throws IOException {
        node.stop(instance);
        List<Registered> before = waits.registered(uuid);
        node.start(instance);
        waits.forBlockReport(instance.tier(), uuid, storages(uuid, volumes), before);
    }

    /**
     * Starts each DataNode that has directories, with them.
     *
     * @param last whether to also start DataNodes that have only new directories
     */
    private void startAll(boolean last) throws IOException {
        List<Volume> volumes = Volume.read(instances);
        Assignment assignment = assignment(volumes);
        for (Instance configured : instances) {
            Instance instance = running(configured.tier(), volumes, assignment, last && !merge);
            Optional<String> uuid = volumes.stream()
                    .filter(Volume::used)
                    .map(Volume::uuid)
                    .filter(each -> assignment.owner(each).equals(Optional.of(configured.tier())))
                    .findFirst();
            if (instance.directories().isEmpty()) {
                node.stop(configured);
            } else if (uuid.isEmpty()) {
                node.start(instance);
            } else {
                List<Registered> before = waits.registered(uuid.get());
                if (node.start(instance)) {
                    progress.accept("started datanode " + configured.tier() + " with "
                            + instance.directories().size() + " directories");
                    waits.forBlockReport(configured.tier(), uuid.get(), storages(uuid.get(), volumes), before);
                }
            }
        }
    }

    /** Returns the DataNode of a tier with the directories that it currently has. */
    private Instance running(String tier, List<Volume> volumes, Assignment assignment, boolean withNew) {
        Predicate<Volume> owned =
                volume -> volume.used() && assignment.owner(volume.uuid()).equals(Optional.of(tier));
        boolean addNew = withNew || volumes.stream().anyMatch(owned);
        List<DataDirectory> directories = volumes.stream()
                .filter(volume -> owned.test(volume)
                        || (addNew && !volume.used() && volume.tier().equals(tier)))
                .map(Volume::directory)
                .toList();
        Instance configured = instance(tier);
        return directories.equals(configured.directories()) ? configured : configured.withDirectories(directories);
    }

    private Instance instance(String tier) {
        return instances.stream()
                .filter(each -> each.tier().equals(tier))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no datanode " + tier));
    }

    private static Set<String> storages(String uuid, List<Volume> volumes) {
        Set<String> storages = new LinkedHashSet<>();
        volumes.stream()
                .filter(volume -> volume.uuid().equals(uuid))
                .forEach(volume -> storages.add(
                        volume.version().map(VolumeVersion::storageId).orElse("")));
        return storages;
    }
}
