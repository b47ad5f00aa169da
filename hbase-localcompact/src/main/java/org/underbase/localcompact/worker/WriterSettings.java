package org.underbase.localcompact.worker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.underbase.localcompact.proto.LocalCompactProtos.PropertyProto;

/**
 * Settings of a store that change the bytes or the cells of a compaction's output, and those of its page cache use. A ticket carries the values of the
 * coordinator, and a merge uses no other ones: a setting that is missing in the ticket has HBase's default. A ticket can set
 * numbers, switches and names of algorithms only. Classes and files that HBase would load come from the server's own
 * configuration.
 */
public final class WriterSettings {
    private static final List<String> VALUES = List.of(
            "RowPrefixBloomFilter.prefix_length",
            "hbase.block.max.size.uncompressed",
            "hbase.hash.type",
            "hbase.hstore.bytes.per.checksum",
            "hbase.hstore.checksum.algorithm",
            HConstants.KEEP_SEQID_PERIOD,
            HConstants.COMPACTION_KV_MAX,
            HConstants.COMPACTION_SCANNER_SIZE_MAX,
            "hbase.hfile.drop.behind.compaction",
            "hbase.hstore.time.to.purge.deletes",
            "hbase.io.compress.brotli.buffersize",
            "hbase.io.compress.brotli.level",
            "hbase.io.compress.brotli.window",
            "hbase.io.compress.lz4.buffersize",
            "hbase.io.compress.lzma.buffersize",
            "hbase.io.compress.lzma.level",
            "hbase.io.compress.lzo.buffersize",
            "hbase.io.compress.snappy.buffersize",
            "hbase.io.compress.zstd.buffersize",
            "hbase.io.compress.zstd.level",
            "hbase.region.use.meta.cell.comparator",
            "hbase.regionserver.majorcompaction.pagecache.drop",
            "hbase.regionserver.minorcompaction.pagecache.drop",
            "hbase.table.max.rowsize",
            "hbase.writer.unified.encoded.blocksize.ratio",
            "hfile.format.version",
            "hfile.index.block.max.size",
            "hfile.index.block.min.entries",
            "io.compression.codec.lz4.buffersize",
            "io.compression.codec.lz4.use.lz4hc",
            "io.compression.codec.snappy.buffersize",
            "io.compression.codec.zstd.buffersize",
            "io.compression.codec.zstd.level",
            "io.storefile.bloom.block.size",
            "io.storefile.bloom.enabled",
            "io.storefile.bloom.error.rate",
            "io.storefile.bloom.max.fold",
            "io.storefile.bloom.max.keys",
            "io.storefile.delete.family.bloom.enabled",
            "zlib.compress.level",
            "zlib.compress.strategy");

    /** A class and a file. */
    private static final List<String> LOADED =
            List.of("hbase.block.compressed.size.predicator", "hbase.io.compress.zstd.dictionary");

    private WriterSettings() {}

    /**
     * Collects the settings of a store.
     *
     * @param conf configuration of the store
     * @return settings that have a value
     */
    public static List<PropertyProto> of(Configuration conf) {
        List<PropertyProto> settings = new ArrayList<>();
        VALUES.forEach(name -> add(name, conf, settings));
        LOADED.forEach(name -> add(name, conf, settings));
        return settings;
    }

    // Not getValByRegex: HBase's CompoundConfiguration does not override it, and it would see Hadoop's defaults only.
    private static void add(String name, Configuration conf, List<PropertyProto> settings) {
        String value = conf.get(name);
        if (value != null) {
            settings.add(
                    PropertyProto.newBuilder().setName(name).setValue(value).build());
        }
    }

    /**
     * Finds a setting of a table or family that other servers would reject.
     *
     * @param conf configuration of the store
     * @param site configuration of the server
     * @return name of the setting
     */
    public static Optional<String> loadedByTable(Configuration conf, Configuration site) {
        return LOADED.stream()
                .filter(name -> !Objects.equals(conf.get(name), site.get(name)))
                .findFirst();
    }

    private static Map<String, String> map(List<PropertyProto> settings) {
        Map<String, String> given = new HashMap<>();
        settings.forEach(each -> given.put(each.getName(), each.getValue()));
        return given;
    }

    /** Describes a setting of a ticket that a server rejects: an unknown one, or another class or file. */
    static String difference(List<PropertyProto> settings, Configuration conf) {
        Map<String, String> given = map(settings);
        for (String name : given.keySet()) {
            if (!VALUES.contains(name) && !LOADED.contains(name)) {
                return "the ticket must not set " + name;
            }
        }
        for (String name : LOADED) {
            if (!Objects.equals(given.get(name), conf.get(name))) {
                return "different " + name + ": " + conf.get(name) + " here, " + given.get(name)
                        + " on the coordinator";
            }
        }
        return "";
    }

    /**
     * Replaces the settings of a server by those of a ticket.
     *
     * @throws IOException if there is a {@link #difference}
     */
    static void apply(List<PropertyProto> settings, Configuration conf) throws IOException {
        String difference = difference(settings, conf);
        if (!difference.isEmpty()) {
            throw new IOException(difference);
        }
        Map<String, String> given = map(settings);
        for (String name : VALUES) {
            conf.unset(name);
            if (given.containsKey(name)) {
                conf.set(name, given.get(name));
            }
        }
    }
}
