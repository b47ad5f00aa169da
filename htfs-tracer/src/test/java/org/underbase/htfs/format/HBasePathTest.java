package org.underbase.htfs.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Paths of both directory layouts. */
class HBasePathTest {
    private static final String HASH = "0123456789abcdef0123456789abcdef";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            /hbase/messages/HASH/Actions/4083452319123493712                  | STORE     | messages | HASH       | Actions | false
            /cell1/hbase/messages/HASH/Actions/HASH                           | STORE     | messages | HASH       | Actions | false
            /hbase/messages/HASH/Actions/4083452319123493712.HASH             | STORE     | messages | HASH       | Actions | false
            /hbase/.archive/messages/HASH/Actions/HASH                        | STORE     | messages | HASH       | Actions | false
            /hbase/messages/HASH/.tmp/4083452319123493712                     | STORE_TMP | messages | HASH       | ''      | false
            /hbase/messages/compaction.dir/HASH/4083452319123493712           | STORE_TMP | messages | HASH       | ''      | false
            /hbase/.META./1028785192/info/4083452319123493712                 | STORE     | .META.   | 1028785192 | info    | true
            /hbase/-ROOT-/70236052/.tmp/4083452319123493712                   | STORE_TMP | -ROOT-   | 70236052   | ''      | true
            /hbase/.logs/rs1,60020,1370563200000/rs1%3A60020.1370563200001    | LOG       | ''       | ''         | ''      | false
            /hbase/.logs                                                      | LOG       | ''       | ''         | ''      | false
            /hbase/.oldlogs/rs1%3A60020.1370563200001                         | LOG       | ''       | ''         | ''      | false
            /hbase/messages/HASH/recovered.edits/0000000000000000012          | LOG       | ''       | ''         | ''      | false
            """)
    void theLayoutBefore096(
            String path, HBasePath.Type type, String table, String region, String family, boolean system) {
        HBasePath place = HBasePath.of(path.replace("HASH", HASH));
        assertThat(place.type()).isEqualTo(type);
        assertThat(place.table()).isEqualTo(table);
        assertThat(place.region()).isEqualTo(region.replace("HASH", HASH));
        assertThat(place.family()).isEqualTo(family);
        assertThat(place.system()).isEqualTo(system);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            /hbase/data/default/messages/HASH/Actions/HASH            | STORE     | messages | Actions
            /hbase/data/default/messages/HASH/Actions/HASH.HASH       | STORE     | messages | Actions
            /hbase/data/default/messages/HASH/.tmp/Actions/HASH       | STORE_TMP | messages | Actions
            /hbase/data/default/messages/HASH/.tmp/HASH               | STORE_TMP | messages | ''
            /hbase/archive/data/default/messages/HASH/Actions/HASH    | STORE     | messages | Actions
            /hbase/mobdir/data/default/messages/HASH/Actions/HASH     | STORE     | messages | Actions
            /hbase/data/hbase/meta/1588230740/info/HASH               | STORE     | meta     | info
            /hbase/data/default/messages/HASH/.splits/HASH/Actions/HASH | OTHER   | ''       | ''
            /hbase/.hbase-snapshot/s1/HASH/Actions/HASH               | OTHER     | ''       | ''
            /hbase/.hbase-snapshot/.tmp/s1/HASH/Actions/HASH          | OTHER     | ''       | ''
            /hbase/messages/HASH/.splits/HASH/Actions/HASH            | OTHER     | ''       | ''
            /hbase/messages/HASH/splits/4083452319123493712           | OTHER     | ''       | ''
            /hbase/messages/HASH/.regioninfo                          | OTHER     | ''       | ''
            /hbase/staging/u__messages__1/Actions/HASH                | OTHER     | ''       | ''
            /user/u/.Trash/Current/messages/HASH/Actions/HASH         | OTHER     | ''       | ''
            /user/u/hfiles/Actions/HASH                               | OTHER     | ''       | ''
            /blobs/HASH/2013/4083452319123493712                      | OTHER     | ''       | ''
            /logs/app/HASH/2013/06                                    | OTHER     | ''       | ''
            /messages/HASH/Actions/HASH                               | OTHER     | ''       | ''
            HASH                                                      | OTHER     | ''       | ''
            ''                                                        | OTHER     | ''       | ''
            """)
    void otherPathsAreNotOfTheOldLayout(String path, HBasePath.Type type, String table, String family) {
        HBasePath place = HBasePath.of(path.replace("HASH", HASH));
        assertThat(place.type()).isEqualTo(type);
        assertThat(place.table()).isEqualTo(table);
        assertThat(place.family()).isEqualTo(family);
    }
}
