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

    /** Returns a line for each UUID with directories of several tiers, or of a tier and the stock DataNode. */
    static List<String> problems(List<Instance> instances, Configuration conf) {
        List<String> problems = new ArrayList<>();
        Map<String, Map<String, DataDirectory>> byUuid = new LinkedHashMap<>();
        List<DataDirectory> all = new ArrayList<>();
        for (Instance instance : instances) {
            all.addAll(instance.directories());
        }
        all.addAll(stockOnly(conf, instances));
        for (DataDirectory directory : all) {
            try {
                if (TransferMark.read(directory.path()).isPresent()) {
                    problems.add(directory.key() + ": the transfer of " + directory.path()
                            + " to another DataNode is incomplete; run 'underbase datanode split' again");
                }
                Optional<VolumeVersion> version = VolumeVersion.read(directory.path());
                version.ifPresent(each -> byUuid.computeIfAbsent(each.datanodeUuid(), uuid -> new LinkedHashMap<>())
                        .putIfAbsent(directory.key(), directory));
            } catch (IOException e) {
                problems.add(
                        directory.key() + ": cannot read the DataNode of " + directory.path() + ": " + e.getMessage());
            }
        }
        byUuid.forEach((uuid, sharing) -> {
            if (sharing.size() > 1) {
                problems.add(problem(uuid, sharing));
            }
        });
        return problems;
    }

    private static String problem(String uuid, Map<String, DataDirectory> sharing) {
        String stock = DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY;
        String paths = String.join(
                " and ",
                sharing.values().stream().map(each -> each.path().toString()).toList());
        String action = sharing.containsKey(stock)
                ? "add " + sharing.get(stock).path() + " to the " + Plan.key("<tier>", "data.dir")
                        + " of a tier, then run 'underbase datanode split'"
                : "stop it and run 'underbase datanode split'";
        return String.join(" and ", sharing.keySet()) + " contain directories of one DataNode (UUID " + uuid + "): "
                + paths + "; " + action;
    }

    /** Returns the directories of {@code dfs.datanode.data.dir} that no tier has. */
    private static List<DataDirectory> stockOnly(Configuration conf, List<Instance> instances) {
        String key = DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY;
        TreeSet<Path> ofTiers = new TreeSet<>();
        for (Instance instance : instances) {
            instance.directories()
                    .forEach(each -> ofTiers.add(each.path().toAbsolutePath().normalize()));
        }
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
