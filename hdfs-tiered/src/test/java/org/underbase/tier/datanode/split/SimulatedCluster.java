package org.underbase.tier.datanode.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.underbase.tier.datanode.instance.DataDirectory;
import org.underbase.tier.datanode.instance.Instance;
import org.underbase.tier.datanode.instance.Site;
import org.underbase.tier.datanode.instance.TierMark;
import org.underbase.tier.datanode.instance.TransferMark;
import org.underbase.tier.datanode.instance.VolumeVersion;

/**
 * DataNodes and a NameNode in memory, on real data directories. Checks after each step that the NameNode counts no storage for two
 * DataNodes, and that at most one directory is absent. A step can be the last before a kill.
 */
final class SimulatedCluster implements Node, Namenodes {
    /** The command was killed. */
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Process of a DataNode. */
    private record Running(String uuid, List<Path> directories, Map<String, String> settings) {}

    private final LocalNode files;
    private final Set<String> replicas = new HashSet<>();
    private final Map<String, Running> running = new HashMap<>();
    /** Whether the NameNode counts replicas, by UUID and storage. */
    private final Map<String, Map<String, Boolean>> counted = new HashMap<>();

    private final Map<String, Long> reports = new HashMap<>();
    private long clock;
    private int untilKill = Integer.MAX_VALUE;

    /** A cluster whose stock DataNode was stopped. */
    SimulatedCluster(Site site, List<Instance> instances) throws IOException {
        files = new LocalNode(site, Duration.ofSeconds(1), line -> {});
        for (Volume volume : Volume.read(instances)) {
            if (volume.used()) {
                String storage = volume.version().orElseThrow().storageId();
                replicas.add(storage);
                counted.computeIfAbsent(volume.uuid(), uuid -> new HashMap<>()).put(storage, true);
                reports.put(volume.uuid(), 1L);
            }
        }
    }

    void killAfter(int steps) {
        untilKill = steps;
    }

    /** Ends all processes, as a restart of the machine does. */
    void reboot() {
        running.clear();
    }

    Map<String, List<Path>> running() {
        Map<String, List<Path>> directories = new HashMap<>();
        running.forEach((tier, each) -> directories.put(tier, each.directories()));
        return directories;
    }

    private void step() {
        counted.forEach((uuid, storages) -> storages.forEach((storage, counts) -> assertThat(counted.entrySet())
                .as("DataNodes for which replicas of %s count", storage)
                .filteredOn(other -> other.getValue().getOrDefault(storage, false))
                .hasSizeLessThanOrEqualTo(1)));
        assertThat(absent()).as("absent directories").hasSizeLessThanOrEqualTo(1);
        untilKill--;
        if (untilKill < 0) {
            throw new Killed();
        }
    }

    private Set<String> absent() {
        Set<String> absent = new HashSet<>(replicas);
        counted.values()
                .forEach(storages -> storages.forEach((storage, counts) -> {
                    if (counts) {
                        absent.remove(storage);
                    }
                }));
        return absent;
    }

    @Override
    public boolean start(Instance instance) throws IOException {
        List<Path> directories =
                instance.directories().stream().map(DataDirectory::path).toList();
        Running old = running.get(instance.tier());
        if (old != null
                && old.directories().equals(directories)
                && old.settings().equals(instance.settings())) {
            return false;
        }
        stop(instance);
        Map<String, Boolean> storages = new HashMap<>();
        Set<String> uuids = new HashSet<>();
        for (Path directory : directories) {
            assertThat(running.values()).noneMatch(other -> other.directories().contains(directory));
            if (VolumeVersion.read(directory).isPresent()) {
                VolumeVersion version = VolumeVersion.read(directory).orElseThrow();
                uuids.add(version.datanodeUuid());
                storages.put(version.storageId(), true);
            }
            if (!TierMark.read(directory).equals(Optional.of(instance.tier()))) {
                TierMark.write(directory, instance.tier());
            }
        }
        assertThat(uuids).as("DataNodes of the directories of one process").hasSize(1);
        String uuid = uuids.iterator().next();
        running.put(instance.tier(), new Running(uuid, directories, instance.settings()));
        counted.computeIfAbsent(uuid, each -> new HashMap<>()).replaceAll((storage, counts) -> false);
        counted.get(uuid).putAll(storages);
        reports.put(uuid, reports.getOrDefault(uuid, 0L) + 1 + clock++);
        step();
        return true;
    }

    @Override
    public void stop(Instance instance) {
        if (running.remove(instance.tier()) != null) {
            step();
        }
    }

    @Override
    public void requireReleased(Path directory) throws IOException {
        assertThat(running.values()).noneMatch(each -> each.directories().contains(directory));
        files.requireReleased(directory);
    }

    @Override
    public void begin(Path directory, TransferMark from) throws IOException {
        files.begin(directory, from);
        step();
    }

    @Override
    public void assign(Path directory, String datanodeUuid) throws IOException {
        files.assign(directory, datanodeUuid);
        step();
    }

    @Override
    public void complete(Path directory, String tier) throws IOException {
        TierMark.write(directory, tier);
        step();
        TransferMark.delete(directory);
        step();
    }

    @Override
    public void createEmpty(Path directory, Path like, String datanodeUuid) throws IOException {
        files.createEmpty(directory, like, datanodeUuid);
        step();
    }

    @Override
    public void deleteEmpty(Path directory) throws IOException {
        files.deleteEmpty(directory);
        step();
    }

    @Override
    public List<Map<String, Registered>> datanodes() {
        Map<String, Registered> all = new HashMap<>();
        counted.forEach((uuid, storages) ->
                all.put(uuid, new Registered(Set.copyOf(storages.keySet()), reports.getOrDefault(uuid, 0L))));
        return new ArrayList<>(List.of(all));
    }

    @Override
    public List<Redundancy> redundancy() {
        return List.of(new Redundancy(0, absent().size(), false));
    }
}
