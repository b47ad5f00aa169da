package org.underbase.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Section "Turn on" of docs/tiers.md and the configuration conf/tiers: the same keys with the same values. */
class TierGuideTest {
    private static final Pattern PROPERTY =
            Pattern.compile("<property><name>([^<]+)</name><value>([^<]*)</value></property>");

    /** Keys of conf/tiers for a cluster on one machine: addresses, names, replication, and rates of devices. */
    private static final Pattern ONE_MACHINE = Pattern.compile(
            "dfs\\.replication|dfs\\.namenode\\.(name\\.dir|http-address|safemode\\.extension)|dfs\\.datanode\\.hostname"
                    + "|dfs\\.tier\\.[a-z]+\\.device\\..*");

    @Test
    void theGuideAndTheConfigurationHaveTheSameKeysAndValues() throws Exception {
        Map<String, String> guide = guide();
        Map<String, String> configuration = configuration();
        assertThat(guide).containsKeys("dfs.tier.names", "dfs.tier.retrieval", "dfs.tier.policy");
        Set<String> keys = new TreeSet<>(configuration.keySet());
        keys.removeIf(key -> ONE_MACHINE.matcher(key).matches());
        assertThat(guide.keySet()).containsExactlyInAnyOrderElementsOf(keys);
        guide.forEach((key, value) ->
                assertThat(comparable(key, value)).as(key).isEqualTo(comparable(key, configuration.get(key))));
    }

    /** Directories are those of the machine, as are the hosts of addresses. */
    private static String comparable(String key, String value) {
        return key.endsWith(".data.dir") ? "directories" : value.replaceFirst("^[0-9.]+:", "host:");
    }

    private static Map<String, String> guide() throws Exception {
        String text = Files.readString(Sources.ROOT.resolve("docs/tiers.md"));
        String section = text.substring(text.indexOf("\n## Turn on\n"), text.indexOf("\n### On one machine\n"));
        Map<String, String> properties = new LinkedHashMap<>();
        Matcher matcher = PROPERTY.matcher(section);
        while (matcher.find()) {
            assertThat(properties.put(matcher.group(1), matcher.group(2)))
                    .as(matcher.group(1))
                    .isNull();
        }
        return properties;
    }

    private static Map<String, String> configuration() {
        Configuration conf = new Configuration(false);
        conf.addResource(
                new Path(Sources.ROOT.resolve("conf/tiers/hdfs-site.xml").toUri()));
        Map<String, String> properties = new TreeMap<>();
        conf.forEach(entry -> properties.put(entry.getKey(), entry.getValue()));
        return properties;
    }
}
