package org.underbase.htfs.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Activities by the paths and thread names of HBase 2.6.4. */
class ActivitiesTest {
    private static final String REGION = "/hbase/data/default/messages/0123456789abcdef0123456789abcdef";
    private static final String HANDLER = "RpcServer.default.FPBQ.Fifo.handler=29,queue=2,port=16020";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            /hbase/WALs/rs1,16020,1700000000000/rs1%2C16020%2C1700000000000.1700000000001 | AsyncFSWAL-0-hdfs://nn:8020/hbase-prefix:rs1 | WRITE
            /hbase/WALs/rs1,16020,1700000000000-splitting/rs1%2C16020%2C1700000000000.1 | RS_LOG_REPLAY_OPS-regionserver/rs2:16020-0 | READ
            /application/events                                  | combinedlog-writer hdfs://nn/application/events | HSYNC
            REGION/f/fedcba9876543210fedcba9876543210            | combinedlog-main                 | READ
            /hbase/WALs                                          | regionserver/rs1:16020.logRoller | LIST_STATUS
            /hbase/oldWALs/rs1%2C16020%2C1700000000000.17        | OldWALsCleaner-0                 | DELETE
            /hbase/MasterData/WALs/m,16000,1/m%2C16000%2C1.1     | AsyncFSWAL-0                     | HFLUSH
            REGION/recovered.edits/0000000000000000012-rs1       | RS_LOG_REPLAY_OPS-regionserver/rs2:16020-1-Writer-0 | WRITE
            """)
    void callsOnLogsAreLogging(String path, String thread, Call call) {
        assertThat(classify(path, thread, call)).isEqualTo(Activity.LOGGING);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            REGION/.tmp/f/fedcba9876543210fedcba9876543210 | MemStoreFlusher.0                             | WRITE
            REGION/f/fedcba9876543210fedcba9876543210      | MemStoreFlusher.1                             | READ
            REGION/.tmp/f/fedcba9876543210fedcba9876543210 | RS_CLOSE_REGION-regionserver/rs1:16020-1      | CREATE
            REGION/.tmp/f/fedcba9876543210fedcba9876543210 | RS_OPEN_REGION-regionserver/rs1:16020-2       | WRITE
            REGION/.tmp/f/fedcba9876543210fedcba9876543210 | RpcServer.default.FPBQ.Fifo.handler=29        | RENAME
            REGION/f/fedcba9876543210fedcba9876543210      | RS_FLUSH_OPERATIONS-regionserver/rs1:16020-0  | OPEN
            REGION/f/fedcba9876543210fedcba9876543210      | rs(rs1,16020,1)-flush-proc-pool-0             | OPEN
            /hbase/MasterData/data/master/store/1595e783b53d99cd5eef43b6debb2682/proc/ab | master:store-Flusher | READ
            """)
    void flushes(String path, String thread, Call call) {
        assertThat(classify(path, thread, call)).isEqualTo(Activity.FLUSH);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            REGION/.tmp/f/fedcba9876543210fedcba9876543210 | regionserver/rs1:16020-shortCompactions-0     | WRITE
            REGION/f/fedcba9876543210fedcba9876543210      | regionserver/rs1:16020-longCompactions-1      | READ
            REGION/f/fedcba9876543210fedcba9876543210      | RS_COMPACTED_FILES_DISCHARGER-regionserver/rs1:16020-0 | RENAME
            REGION/f/fedcba9876543210fedcba9876543210      | localcompact-merge                            | PREAD
            REGION/.tmp/f/fedcba9876543210fedcba9876543210 | localcompact-orphans                          | DELETE
            /hbase/MasterData/data/master/store/1595e783b53d99cd5eef43b6debb2682/proc/ab | master:store-Store-Compactor-0 | PREAD
            """)
    void compactions(String path, String thread, Call call) {
        assertThat(classify(path, thread, call)).isEqualTo(Activity.COMPACTION);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            REGION/f/fedcba9876543210fedcba9876543210                            | HANDLER                                  | PREAD
            REGION/f/fedcba9876543210fedcba9876543210                            | StoreFileOpener-f-1                      | OPEN
            REGION/f/t=0123456789abcdef0123456789abcdef-fedcba9876543210         | HANDLER                                  | READ
            REGION/f/fedcba9876543210fedcba9876543210                            | HANDLER                                  | CLOSE_INPUT
            /hbase/archive/data/default/t/0123456789abcdef0123456789abcdef/f/ab  | RS_PARALLEL_SEEK-regionserver/rs1:16020-3 | PREAD
            /user/alice/test-data/1/data/hbase/meta/1588230740/info/ab | HANDLER               | PREAD
            """)
    void foregroundReads(String path, String thread, Call call) {
        assertThat(classify(path, thread, call)).isEqualTo(Activity.READ);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            REGION/.regioninfo                                     | RS_OPEN_REGION-regionserver/rs1:16020-0   | OPEN
            REGION/.splits/0123456789abcdef0123456789abcdef/f/ab   | StoreFileSplitter-pool-0                  | CREATE
            REGION/f/fedcba9876543210fedcba9876543210              | HANDLER                                   | RENAME
            REGION/f                                               | HANDLER                                   | LIST_STATUS
            /hbase/archive/data/default/t/0123456789abcdef0123456789abcdef/f/ab | master/m:16000-HFileCleaner.small.0-17 | DELETE
            /hbase/hbase.version                                   | main                                      | OPEN
            /data/a/b/c/d/e                                        | main                                      | READ
            /myWALs/x                                              | main                                      | WRITE
            /user/me/part-r-00000                                  | main                                      | WRITE
            ''                                                     | main                                      | LIST_STATUS
            """)
    void everythingElseIsOther(String path, String thread, Call call) {
        assertThat(classify(path, thread, call)).isEqualTo(Activity.OTHER);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            REGION/.tmp/f/ab | derived:compaction | WRITE | COMPACTION
            REGION/f/ab      | derived:compaction | READ  | COMPACTION
            REGION/f/ab      | derived:flush      | WRITE | FLUSH
            REGION/.tmp/f/ab | derived:unknown    | WRITE | OTHER
            REGION/f/ab      | derived:unknown    | READ  | OTHER
            /hbase/.logs/rs,60020,1/log | ''      | WRITE | LOGGING
            """)
    void anImportNamesDerivedActivities(String path, String thread, Call call, Activity activity) {
        assertThat(classify(path, thread, call)).isEqualTo(activity);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            /hbase/WALs/rs1,16020,1/rs1.1  | AsyncFSWAL-0-hdfs://nn:8020/hbase-prefix:rs1                     | WAL_WRITE | APPEND
            /hbase/WALs/rs1,16020,1/rs1.1  | regionserver/rs1:16020.logRoller                                 | RENAME    | APPEND
            /hbase/WALs/rs1,16020,1/rs1.1  | regionserver/rs1:16020.replicationSource.wal-reader.rs1%2C16020  | READ      | REPLICATION
            /hbase/WALs/rs1,16020,1/rs1.1  | master/m:16000                                                   | READ      | RECOVERY
            REGION/recovered.edits/0012    | RS_LOG_REPLAY_OPS-regionserver/rs2:16020-1-Writer-0              | WRITE     | RECOVERY
            REGION/recovered.edits/0012    | RS_OPEN_REGION-regionserver/rs2:16020-1                          | READ      | RECOVERY
            REGION/f/ab                    | regionserver/rs1:16020-longCompactions-1                         | READ      | STOCK
            REGION/f/ab                    | localcompact-merge                                               | PREAD     | LOCAL
            REGION/f/ab                    | HANDLER                                                          | PREAD     | REQUEST
            REGION/f/ab                    | hfile-prefetch-1700000000000                                     | PREAD     | PREFETCH
            REGION/f/ab                    | StoreFileOpener-f-1                                              | OPEN      | OPENING
            REGION/f/ab                    | RS_OPEN_REGION-regionserver/rs1:16020-2                          | PREAD     | OPENING
            REGION/.tmp/f/ab               | MemStoreFlusher.0                                                | WRITE     | NONE
            REGION/f/ab                    | HANDLER                                                          | RENAME    | NONE
            """)
    void partsOfActivities(String path, String thread, Call call, SubActivity part) {
        Activity activity = classify(path, thread, call);
        Activities.Role role = Activities.Role.of(thread.replace("HANDLER", HANDLER));
        assertThat(Activities.sub(activity, role, call, "")).isEqualTo(part);
    }

    @Test
    void aRecordedLocalCompactionIsAPartOfCompactions() {
        assertThat(Activities.sub(
                        Activity.COMPACTION, Activities.Role.ANY, Call.ACTIVITY, "activity=localCompaction bytes=1"))
                .isEqualTo(SubActivity.LOCAL);
    }

    @Test
    void anUnsupportedRecordedActivityKeepsTheOneOfItsPath() {
        assertThat(Activities.recorded("activity=localCompaction bytes=1", Activity.READ))
                .isEqualTo(Activity.COMPACTION);
        assertThat(Activities.recorded("activity=ofANewerWriter", Activity.FLUSH))
                .isEqualTo(Activity.FLUSH);
        assertThat(Activities.recorded("", Activity.FLUSH)).isEqualTo(Activity.FLUSH);
    }

    private static Activity classify(String path, String thread, Call call) {
        return Activities.classify(path.replace("REGION", REGION), thread.replace("HANDLER", HANDLER), call);
    }
}
