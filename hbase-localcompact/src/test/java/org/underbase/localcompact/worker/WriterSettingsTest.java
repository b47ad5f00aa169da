package org.underbase.localcompact.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.proto.LocalCompactProtos.PropertyProto;

/** Test of a ticket's settings with the configuration that HBase creates for a store. */
class WriterSettingsTest {
    private static final String PURGE = "hbase.hstore.time.to.purge.deletes";
    private static final String INDEX = "hfile.index.block.max.size";
    private static final String DICTIONARY = "hbase.io.compress.zstd.dictionary";

    private final Configuration site = HBaseConfiguration.create();

    private Configuration store(Map<String, String> ofFamily) {
        ColumnFamilyDescriptorBuilder family = ColumnFamilyDescriptorBuilder.newBuilder(new byte[] {'f'});
        ofFamily.forEach(family::setConfiguration);
        ColumnFamilyDescriptor built = family.build();
        TableDescriptor table = TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                .setColumnFamily(built)
                .build();
        return StoreUtils.createStoreConfiguration(site, table, built);
    }

    private static Map<String, String> map(List<PropertyProto> settings) {
        return settings.stream().collect(Collectors.toMap(PropertyProto::getName, PropertyProto::getValue));
    }

    private static PropertyProto setting(String name, String value) {
        return PropertyProto.newBuilder().setName(name).setValue(value).build();
    }

    @Test
    void ticketHasSettingsOfServerTableAndFamily() {
        site.set(PURGE, "1000");
        site.set(INDEX, "1024");
        assertThat(map(WriterSettings.of(store(Map.of(INDEX, "2048")))))
                .contains(entry(PURGE, "1000"), entry(INDEX, "2048"));
    }

    @Test
    void ticketReplacesSettingsOfWorker() throws IOException {
        Configuration worker = HBaseConfiguration.create();
        worker.set(PURGE, "1000");
        worker.set(INDEX, "1024");
        WriterSettings.apply(List.of(setting(INDEX, "2048")), worker);
        assertThat(worker.get(INDEX)).isEqualTo("2048");
        assertThat(worker.get(PURGE)).as("unset on the coordinator").isNull();
    }

    @Test
    void otherSettingsAreRejectedByName() {
        assertThatThrownBy(() -> WriterSettings.apply(
                        List.of(setting("hbase.io.compress.snappy.codec", "org.example.Codec")), site))
                .isInstanceOf(IOException.class)
                .hasMessage("the ticket must not set hbase.io.compress.snappy.codec");
    }

    @Test
    void differentFileToLoadIsRejectedByName() throws IOException {
        List<PropertyProto> settings = List.of(setting(DICTIONARY, "hdfs://elsewhere/d"));
        assertThatThrownBy(() -> WriterSettings.apply(settings, site))
                .isInstanceOf(IOException.class)
                .hasMessage("different " + DICTIONARY + ": null here, hdfs://elsewhere/d on the coordinator");
        site.set(DICTIONARY, "hdfs://elsewhere/d");
        WriterSettings.apply(settings, site);
        assertThatThrownBy(() -> WriterSettings.apply(List.of(), site)).hasMessageContaining(DICTIONARY);
    }

    @Test
    void fileToLoadOfTableIsFound() {
        assertThat(WriterSettings.loadedByTable(store(Map.of(INDEX, "2048")), site))
                .isEmpty();
        assertThat(WriterSettings.loadedByTable(store(Map.of(DICTIONARY, "d")), site))
                .isEqualTo(Optional.of(DICTIONARY));
    }
}
