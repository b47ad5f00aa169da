package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.net.NetUtils;
import org.underbase.operator.config.ConfigKey;
import org.underbase.tier.conf.TierKeys;

/** Derivation of an instance from a tier's keys: {@code dfs.tier.<tier>.datanode.X} becomes {@code dfs.datanode.X}. */
final class Derivation {
    private static final String STOCK = "dfs.datanode.";

    private final Configuration conf;
    private final NodeDefaults defaults;
    private final boolean several;

    /** @param several whether the node runs several instances, so that each needs its own addresses */
    Derivation(Configuration conf, NodeDefaults defaults, boolean several) {
        this.conf = conf;
        this.defaults = defaults;
        this.several = several;
    }

    /**
     * Derives the instance of one tier as far as possible.
     *
     * @param tier name of the tier
     * @param own values by key suffix after {@code dfs.tier.<tier>.datanode.}
     * @param problems receives a line for each error
     */
    Instance instance(String tier, Map<String, String> own, List<String> problems) {
        Map<String, String> settings = new LinkedHashMap<>();
        own.forEach((name, value) -> settings.put(STOCK + name, value));
        settings.put(TierKeys.ID.name(), tier);
        String plugins = DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY;
        settings.put(plugins, Plan.plugins(settings.getOrDefault(plugins, conf.getTrimmed(plugins, ""))));
        global(tier, problems);
        String name = "hadoop-" + defaults.ident() + "-datanode-" + tier;
        Path logs = directory(TierKeys.LOG_DIR, tier, defaults.logDirectory());
        List<String> jvmOptions = new ArrayList<>(defaults.jvmOptions());
        jvmOptions.addAll(NodeDefaults.words(TierKeys.JVM_OPTIONS.forName(tier).text(conf)));
        return new Instance(
                tier,
                settings,
                directories(tier, own.get("data.dir"), problems),
                listeners(tier, own, problems),
                directory(TierKeys.PID_DIR, tier, defaults.pidDirectory()).resolve(name + ".pid"),
                logs.resolve(name + ".log"),
                logs.resolve(name + ".out"),
                jvmOptions,
                defaults.rootLogger(),
                failuresTolerated(settings, problems));
    }

    private int failuresTolerated(Map<String, String> settings, List<String> problems) {
        String key = DFSConfigKeys.DFS_DATANODE_FAILED_VOLUMES_TOLERATED_KEY;
        String text = settings.getOrDefault(key, conf.getTrimmed(key, "0"));
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            problems.add("invalid value '" + text + "' of " + key + ": must be a number of volumes");
            return 0;
        }
    }

    /** Checks keys that apply to all instances and would make them conflict. */
    private void global(String tier, List<String> problems) {
        String id = TierKeys.ID.text(conf);
        if (!id.isEmpty() && !id.equals(tier)) {
            problems.add(TierKeys.ID.name() + " is '" + id
                    + "' for all DataNodes of this configuration, which also defines tier " + tier
                    + ": remove the key, each instance gets its own");
        }
        String socket = conf.getTrimmed(DFSConfigKeys.DFS_DOMAIN_SOCKET_PATH_KEY, "");
        if (several && !socket.isEmpty() && !socket.contains("_PORT")) {
            String problem = DFSConfigKeys.DFS_DOMAIN_SOCKET_PATH_KEY + " is " + socket
                    + ", one socket for several DataNodes: use _PORT in it, such as dn._PORT";
            if (!problems.contains(problem)) {
                problems.add(problem);
            }
        }
    }

    private Path directory(ConfigKey key, String tier, Path otherwise) {
        String text = key.forName(tier).text(conf);
        return text.isEmpty() ? otherwise : Path.of(text).toAbsolutePath().normalize();
    }

    private static List<DataDirectory> directories(String tier, String value, List<String> problems) {
        String key = Plan.key(tier, "data.dir");
        List<DataDirectory> directories = new ArrayList<>();
        for (String each : value.split(",", -1)) {
            if (each.isBlank()) {
                problems.add(key + " has an empty entry: '" + value + "'");
                continue;
            }
            try {
                StorageLocation location = StorageLocation.parse(each.strip());
                if (location.getStorageType() != StorageType.PROVIDED) {
                    directories.add(
                            new DataDirectory(key, Path.of(location.getUri().getPath()), each.strip()));
                }
            } catch (IOException | IllegalArgumentException e) {
                problems.add(key + ": '" + each.strip() + "' is not a directory: " + e.getMessage());
            }
        }
        return directories;
    }

    private List<Listener> listeners(String tier, Map<String, String> own, List<String> problems) {
        List<Listener> listeners = new ArrayList<>();
        for (String name : Plan.listenerNames(conf)) {
            boolean set = own.containsKey(name);
            if (several && !set) {
                problems.add(Plan.key(tier, name) + " is not set: required on a node with several tiers, such as"
                        + " 0.0.0.0:PORT");
                continue;
            }
            String key = set ? Plan.key(tier, name) : STOCK + name;
            String value = set ? own.get(name) : conf.getTrimmed(key, "");
            try {
                InetSocketAddress address = NetUtils.createSocketAddr(value);
                listeners.add(new Listener(name, key, address));
            } catch (IllegalArgumentException e) {
                problems.add("invalid value '" + value + "' of " + key + ": must be HOST:PORT, such as 0.0.0.0:9866");
            }
        }
        return listeners;
    }
}
