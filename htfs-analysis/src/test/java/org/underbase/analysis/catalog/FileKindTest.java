package org.underbase.analysis.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileKindTest {
    private static final String REGION = "0123456789abcdef0123456789abcdef";

    @ParameterizedTest
    @CsvSource({
        "/hbase/data/default/messages/REGION/Actions/f1, messages/Actions",
        "/hbase/data/default/messages/REGION/.tmp/Keywords/f1, messages/Keywords",
        "/top/data/data/ns/t/REGION/f/f1, ns:t/f",
        "/hbase/data/hbase/meta/1588230740/info/f1, hbase:meta/info",
        "/hbase/MasterData/data/master/store/REGION/proc/f1, master:store/proc",
        "/hbase/archive/data/default/messages/REGION/Actions/f1, messages/Actions",
        "/hbase/data/default/messages/REGION/recovered.edits/0001, WAL",
        "/hbase/data/default/messages/REGION/.regioninfo, other",
        "/hbase/data/default/messages/REGION/.splits/d/f/x, other",
        "/hbase/data/default/messages/.tabledesc/.tableinfo.1, other",
        "/hbase/data/default/messages/notaregion/Actions/f1, other",
        "/hbase/WALs/n1/log, WAL",
        "/hbase/oldWALs/log, WAL",
        "/hbase/MasterData/WALs/n1/log, WAL",
        "/WALs, WAL",
        "/, other",
        "'', other"
    })
    void kinds(String path, String kind) {
        assertThat(FileKind.of(path.replace("REGION", REGION)).label()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "/hbase/data/default/messages/REGION/Actions/f1, false",
        "/hbase/data/hbase/meta/1588230740/info/f1, true",
        "/hbase/MasterData/data/master/store/REGION/proc/f1, true",
        "/hbase/data/master/store/REGION/proc/f1, false",
        "/hbase/WALs/n1/log, false"
    })
    void systemTables(String path, boolean system) {
        assertThat(FileKind.of(path.replace("REGION", REGION)).isSystem()).isEqualTo(system);
    }
}
