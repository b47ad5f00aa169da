package org.underbase.localcompact.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.underbase.localcompact.proto.LocalCompactProtos.PropertyProto;

/** Settings of a store that change the bytes or the cells of a compaction's output. */
public final class WriterSettings {
    private static final List<String> PREFIXES = List.of(
            "hfile\\.", "io\\.storefile\\.", "hbase\\.hstore\\.", "hbase\\.writer\\.", "hbase\\.io\\.compress\\.");

    private WriterSettings() {}

    /**
     * Collects the settings of a store.
     *
     * @param conf configuration of the store
     * @return settings in the order of their names
     */
    public static List<PropertyProto> of(Configuration conf) {
        Map<String, String> found = new TreeMap<>();
        for (String prefix : PREFIXES) {
            found.putAll(conf.getValByRegex("^" + prefix));
        }
        List<PropertyProto> settings = new ArrayList<>();
        found.forEach((name, value) -> settings.add(
                PropertyProto.newBuilder().setName(name).setValue(value).build()));
        return settings;
    }
}
