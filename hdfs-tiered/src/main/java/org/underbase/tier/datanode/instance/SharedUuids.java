package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;

/**
 * Data directories of one DataNode that the configuration assigns to several. All directories of a DataNode have its UUID. Two
 * DataNodes with one UUID replace each other on the NameNode, which then deletes or misses replicas.
 */
final class SharedUuids {
    private SharedUuids() {}

    /** Returns a line for each UUID with directories of several tiers, and for each directory that changes its DataNode. */
    static List<String> amongTiers(List<Instance> instances) {
        List<String> problems = new ArrayList<>();
        List<DataDirectory> directories = ofTiers(instances);
        for (DataDirectory directory : directories) {
            try {
                if (TransferMark.read(directory.path()).isPresent()) {
                    problems.add(directory.key() + ": the transfer of " + directory.path()
                            + " to another DataNode is incomplete; run 'underbase datanode split' again, with --undo if it was"
                            + " interrupted with --undo");
                }
            } catch (IOException e) {
                problems.add(e.getMessage());
            }
        }
        byUuid(directories, problems).forEach((uuid, sharing) -> {
            if (sharing.size() > 1) {
                problems.add(shared(uuid, sharing) + "; stop it and run 'underbase datanode split'");
            }
        });
        return problems;
    }

    /** Returns a line for each UUID with directories of tiers and of the stock DataNode. */
    static List<String> withStock(List<Instance> instances, Configuration conf) {
        String stock = DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY;
        List<DataDirectory> directories = ofTiers(instances);
        directories.addAll(stockOnly(conf, instances));
        List<String> problems = new ArrayList<>();
        byUuid(directories, new ArrayList<>()).forEach((uuid, sharing) -> {
            if (sharing.size() > 1 && sharing.containsKey(stock)) {
                problems.add(
                        shared(uuid, sharing) + "; add " + sharing.get(stock).path() + " to the "
                                + Plan.key("<tier>", "data.dir") + " of a tier, then run 'underbase datanode split'");
            }
        });
        return problems;
    }

    private static List<DataDirectory> ofTiers(List<Instance> instances) {
        List<DataDirectory> all = new ArrayList<>();
        instances.forEach(instance -> all.addAll(instance.directories()));
        return all;
    }

    /** Returns the first directory of each key by UUID. */
    private static Map<String, Map<String, DataDirectory>> byUuid(
            List<DataDirectory> directories, List<String> problems) {
        Map<String, Map<String, DataDirectory>> byUuid = new LinkedHashMap<>();
        for (DataDirectory directory : directories) {
            try {
                VolumeVersion.read(directory.path()).ifPresent(version -> byUuid.computeIfAbsent(
                                version.datanodeUuid(), uuid -> new LinkedHashMap<>())
                        .putIfAbsent(directory.key(), directory));
            } catch (IOException e) {
                problems.add(
                        directory.key() + ": cannot read the DataNode of " + directory.path() + ": " + e.getMessage());
            }
        }
        return byUuid;
    }

    private static String shared(String uuid, Map<String, DataDirectory> sharing) {
        return String.join(" and ", sharing.keySet()) + " contain directories of one DataNode (UUID " + uuid + "): "
                + String.join(
                        " and ",
                        sharing.values().stream()
                                .map(each -> each.path().toString())
                                .toList());
    }

    /** Returns the directories of {@code dfs.datanode.data.dir} that no tier has. */
    private static List<DataDirectory> stockOnly(Configuration conf, List<Instance> instances) {
        String key = DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY;
        TreeSet<Path> ofTiers = new TreeSet<>();
        ofTiers(instances)
                .forEach(each -> ofTiers.add(each.path().toAbsolutePath().normalize()));
        List<DataDirectory> stock = new ArrayList<>();
        for (String each : conf.getTrimmedStrings(key)) {
            path(each)
                    .filter(path -> !ofTiers.contains(path.toAbsolutePath().normalize()))
                    .ifPresent(path -> stock.add(new DataDirectory(key, path, each)));
        }
        return stock;
    }

    /** Returns the path of an entry; empty if it is invalid: no DataNode of a tier uses the key. */
    private static Optional<Path> path(String entry) {
        try {
            return Optional.of(Path.of(StorageLocation.parse(entry).getUri().getPath()));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
