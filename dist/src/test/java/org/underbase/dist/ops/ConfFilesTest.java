package org.underbase.dist.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.DNS;
import org.apache.hadoop.hbase.wal.AsyncFSWALProvider;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.htfs.record.TraceKeys;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.operator.config.ConfigKey;
import org.underbase.tier.conf.TierKeys;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Each key of the example configurations exists, is explained, and names classes that exist. */
class ConfFilesTest {
    /** Keys that are in the code of Hadoop and HBase and that none of their default files lists. */
    private static final Set<String> UNLISTED = Set.of(
            "fs.hdfs.impl",
            DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY,
            HRegion.WAL_HSYNC_CONF_KEY,
            DNS.MASTER_HOSTNAME_KEY,
            DNS.UNSAFE_RS_HOSTNAME_KEY,
            "hbase.master.ipc.address",
            "hbase.regionserver.ipc.address",
            AsyncFSWALProvider.WRITER_IMPL,
            "hbase.unsafe.regionserver.hostname.disable.master.reversedns");

    private record Property(String name, String value, String description) {}

    static Stream<Path> siteFiles() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("..", "conf"))) {
            return files.filter(file -> file.toString().endsWith("-site.xml")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("siteFiles")
    void everyKeySaysWhy(Path file) throws Exception {
        assertThat(properties(file)).isNotEmpty().allSatisfy(property -> {
            assertThat(property.description()).as(property.name()).hasSizeGreaterThan(15);
            assertThat(property.value()).as(property.name()).isNotBlank();
        });
    }

    @ParameterizedTest
    @MethodSource("siteFiles")
    void everyKeyExists(Path file) throws Exception {
        Set<String> known = knownKeys();
        assertThat(properties(file))
                .extracting(Property::name)
                .doesNotHaveDuplicates()
                .extracting(ConfFilesTest::stockOrDeclared)
                .isSubsetOf(known);
    }

    /** The key of a tier's DataNode stands for the stock one, another of a tier for its declaration. */
    private static String stockOrDeclared(String key) {
        for (String tier : List.of("fast", "disk")) {
            String prefix = "dfs.tier." + tier + ".";
            if (key.startsWith(prefix)) {
                String rest = key.substring(prefix.length());
                return rest.startsWith("datanode.") ? "dfs." + rest : "dfs.tier.<tier>." + rest;
            }
        }
        return key;
    }

    @ParameterizedTest
    @MethodSource("siteFiles")
    void everyClassOfOursExists(Path file) throws Exception {
        for (Property property : properties(file)) {
            boolean ours = property.value().startsWith("org.underbase.")
                    || property.name().equals(DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY);
            if (ours) {
                assertThat(Class.forName(property.value(), false, getClass().getClassLoader()))
                        .isNotNull();
            }
        }
    }

    private static Set<String> knownKeys() throws Exception {
        Set<String> known = new TreeSet<>(UNLISTED);
        // Read as files: a Configuration leaves out the keys that have no default value.
        for (String defaults : List.of("core-default.xml", "hdfs-default.xml", "hbase-default.xml")) {
            URL resource = Configuration.class.getClassLoader().getResource(defaults);
            for (Property property : properties(resource.toString())) {
                known.add(property.name());
            }
        }
        for (ConfigKey key : TraceKeys.all()) {
            known.add(key.name());
        }
        for (ConfigKey key : CombinedLogKeys.all()) {
            known.add(key.name());
        }
        for (ConfigKey key : LocalCompactKeys.all()) {
            known.add(key.name());
        }
        for (ConfigKey key : TierKeys.all()) {
            known.add(key.name());
        }
        return known;
    }

    private static List<Property> properties(Path file) throws Exception {
        return properties(file.toUri().toString());
    }

    private static List<Property> properties(String uri) throws Exception {
        NodeList elements = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(uri)
                .getElementsByTagName("property");
        List<Property> properties = new ArrayList<>();
        for (int i = 0; i < elements.getLength(); i++) {
            Element element = (Element) elements.item(i);
            properties.add(new Property(text(element, "name"), text(element, "value"), text(element, "description")));
        }
        return properties;
    }

    private static String text(Element property, String tag) {
        NodeList found = property.getElementsByTagName(tag);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
    }
}
