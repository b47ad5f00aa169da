package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/**
 * What a tier's DataNode was last started with. A DataNode keeps its tier for life, and its data directories are its
 * life: a NameNode refuses one whose directories were given to another tier, but only in its log, so that is found out
 * here before anything is started.
 */
final class EarlierSite {
    private EarlierSite() {}

    /** The directories of an instance that hold the data of another tier's DataNode, a line each. */
    static List<String> taken(Instance instance, List<Instance> all) {
        List<String> problems = new ArrayList<>();
        for (Instance other : all) {
            if (other.tier().equals(instance.tier())) {
                continue;
            }
            try {
                Set<Path> earlier = directories(other);
                for (DataDirectory directory : instance.directories()) {
                    Path version = directory.path().resolve("current").resolve("VERSION");
                    if (Files.exists(version) && earlier.contains(directory.real())) {
                        problems.add(directory.key() + ": " + directory.path() + " holds data of the tier "
                                + other.tier() + ", and a DataNode keeps its tier: name it in "
                                + Plan.key(other.tier(), "data.dir") + " again, or empty it");
                    }
                }
            } catch (IOException e) {
                problems.add(
                        "what the tier " + other.tier() + " was last started with cannot be read: " + e.getMessage());
            }
        }
        return problems;
    }

    /** Where the instance's data was, links resolved; empty before its first start. */
    private static Set<Path> directories(Instance instance) throws IOException {
        Path site = instance.siteDirectory().resolve(Site.HDFS_SITE);
        if (!Files.isReadable(site)) {
            return Set.of();
        }
        Configuration conf = new Configuration(false);
        conf.addResource(site.toUri().toURL());
        String value;
        try {
            value = conf.getTrimmed(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, "");
        } catch (RuntimeException e) {
            // Files are read when the first key is asked for; what is damaged is written anew by the start.
            return Set.of();
        }
        Set<Path> directories = new HashSet<>();
        if (!value.isEmpty()) {
            for (DataDirectory each : Derivation.directories(instance.tier(), value, new ArrayList<>())) {
                directories.add(each.real());
            }
        }
        return directories;
    }
}
