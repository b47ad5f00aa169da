package org.underbase.analysis.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Definitions;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.heat.HeatFigure;
import org.underbase.analysis.paper.Paper;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.FileIdentity;
import org.underbase.htfs.format.SubActivity;

class LayersTest {
    private final TestProcess server = new TestProcess("n1", "1@0");

    @Test
    void layersAndActivities() {
        server.doing(Activity.LOGGING);
        long log = server.createWal("/hbase/WALs/a/log", 3);
        server.writeWal(log, 1000).syncWal(log).writeWal(log, 500);
        server.doing(Activity.FLUSH);
        long flush = server.create("/f", 2);
        server.write(flush, 100).closeOutput(flush);
        server.doing(Activity.READ);
        server.pread(server.open("/f"), 0, 70);
        server.doing(Activity.COMPACTION);
        server.read(server.open("/f"), 100);
        long compacted = server.create("/c", 1);
        server.write(compacted, 250);

        Layers layers = result(3);

        assertThat(layers.core()).isEqualTo(new IoBytes(70, 100));
        assertThat(layers.hdfs()).isEqualTo(new IoBytes(170, 1850));
        assertThat(layers.local()).isEqualTo(new IoBytes(170, 1500 * 3 + 100 * 2 + 250));
        assertThat(layers.of(Activity.COMPACTION)).isEqualTo(new Layers.ByActivity(Activity.COMPACTION, 100, 250, 250));
        assertThat(layers.logPerFlush()).hasValue(15);
        assertThat(layers.compactionPerFlush()).hasValue(2.5);
        assertThat(layers.assumedBytes()).isZero();
    }

    @Test
    void theOutputOfARecordedCompactionIsWrittenOnceToHdfsAndByEachReplica() {
        server.doing(Activity.FLUSH);
        server.write(server.create("/f", 3), 100);
        server.doing(Activity.COMPACTION).compacted("/c", 250, 2);
        server.failing("java.io.IOException").compacted("/d", -1, 2);

        Layers layers = result(3);

        assertThat(layers.of(Activity.COMPACTION)).isEqualTo(new Layers.ByActivity(Activity.COMPACTION, 0, 250, 500));
        assertThat(layers.hdfs()).isEqualTo(new IoBytes(0, 350));
        assertThat(layers.local()).isEqualTo(new IoBytes(0, 100 * 3 + 250 * 2));
    }

    @Test
    void systemTablesAreNotInTheFirstLayer() {
        String meta = "/hbase/data/hbase/meta/1588230740/";
        String master = "/hbase/MasterData/data/master/store/1595e783b53d99cd5eef43b6debb2682/";
        server.doing(Activity.FLUSH);
        server.write(server.create("/f", 3), 100);
        server.write(server.create(meta + ".tmp/info/f", 3), 20).write(server.create(master + ".tmp/proc/f", 3), 1);
        server.doing(Activity.READ);
        server.pread(server.open(meta + "info/f"), 0, 7).pread(server.open("/f"), 0, 70);

        Layers layers = result(3);

        assertThat(layers.core()).isEqualTo(new IoBytes(70, 100));
        assertThat(layers.systemTables()).isEqualTo(new IoBytes(7, 21));
        assertThat(layers.hdfs()).isEqualTo(new IoBytes(77, 121));

        AllFigures figures = AllFigures.of(new LayersFigure(), new HeatFigure());
        Settings settings = Settings.of(new Assumptions(3, 1 << 20)).withDefinitions(new Definitions(false, true));
        Figures older = Feed.run(figures, settings, 1, Feed.sources(server.events(), 3));
        assertThat(older.get(Layers.class).core()).isEqualTo(new IoBytes(77, 121));
        assertThat(older.get(Layers.class).systemTables()).as("also shown").isEqualTo(new IoBytes(7, 21));
        assertThat(older.json().at("/heat/core/0/bytes").asLong())
                .as("of the accesses")
                .isEqualTo(77);
    }

    @Test
    void partsOfActivities() {
        server.doing(Activity.READ);
        long in = server.open("/f");
        server.in("hfile-prefetch-1").pread(in, 0, 1).in("StoreFileOpener-f-1").pread(in, 0, 2);
        server.in("RpcServer.default.handler=1").pread(in, 0, 4);
        server.doing(Activity.COMPACTION);
        server.in("rs1:16020-shortCompactions-0").read(in, 8);
        server.in("localcompact-merge").pread(in, 0, 16).compacted("/c", 32, 2);
        server.doing(Activity.LOGGING);
        server.in("rs1:16020.replicationSource.wal-reader.rs1").read(in, 64);
        server.in("RS_LOG_REPLAY_OPS-regionserver/rs1:16020-0").write(server.create("/e", 3), 128);
        server.in("AsyncFSWAL-0").write(server.create("/w", 3), 256);
        server.doing(Activity.FLUSH).write(server.create("/g", 3), 512);

        assertThat(result(3).parts())
                .extracting(Layers.OfPart::part, Layers.OfPart::io)
                .containsExactly(
                        tuple(SubActivity.APPEND, new IoBytes(0, 256)),
                        tuple(SubActivity.RECOVERY, new IoBytes(0, 128)),
                        tuple(SubActivity.REPLICATION, new IoBytes(64, 0)),
                        tuple(SubActivity.REQUEST, new IoBytes(4, 0)),
                        tuple(SubActivity.PREFETCH, new IoBytes(1, 0)),
                        tuple(SubActivity.OPENING, new IoBytes(2, 0)),
                        tuple(SubActivity.STOCK, new IoBytes(8, 0)),
                        tuple(SubActivity.LOCAL, new IoBytes(16, 32)));
    }

    /** The fraction may change while the trace is taken. */
    @Test
    void aSampledTraceIsScaledToAllFiles() {
        server.doing(Activity.FLUSH);
        long out = server.create("/f", 2);
        server.sampled(BlockHeader.ALL / 4)
                .write(out, 100)
                .sampled(BlockHeader.ALL / 2)
                .write(out, 10);
        server.doing(Activity.READ).pread(server.open("/f"), 0, 7);
        server.lost(Call.Kind.READ, 1, 3);
        server.sampled(BlockHeader.ALL).doing(Activity.LOGGING).write(server.create("/g", 3), 1);

        Layers layers = result(3);

        assertThat(layers.core()).isEqualTo(new IoBytes(14, 420));
        assertThat(layers.lost()).isEqualTo(new IoBytes(6, 0));
        assertThat(layers.local()).isEqualTo(new IoBytes(20, 420 * 2 + 3));
    }

    @Test
    void anErasureCodedFileHasParityInsteadOfReplicas() {
        long mib = 1 << 20;
        server.write(server.create("/inherited", "replication=3 striped=true"), 7 * mib);
        server.on(FileIdentity.NONE.with("", -1, "RS-3-2-1024k"));
        server.pread(server.open("/inherited"), 0, 10);
        server.on(FileIdentity.NONE);
        server.write(server.create("/named", "replication=3 ecPolicy=XOR-2-1-512k"), 100);
        server.write(server.create("/unknown", "replication=3 striped=true"), 6 * mib + 1);

        Layers layers = result(3);

        long inherited = 7 * mib + 2 * 3 * mib;
        long unknown = 6 * mib + 1 + 3 * (mib + 1);
        assertThat(layers.local().written()).isEqualTo(inherited + 200 + unknown);
        assertThat(layers.assumedBytes()).isEqualTo(6 * mib + 1);
    }

    @Test
    void aFailedCreateOfACodedFileChangesNoExistingFile() {
        long out = server.create("/f", "replication=3");
        server.failing("org.apache.hadoop.fs.FileAlreadyExistsException")
                .create("/f", "replication=2 ecPolicy=RS-6-3-1024k");
        server.write(out, 100);

        assertThat(result(3).local().written()).isEqualTo(300);
    }

    @Test
    void anIncreaseOfTheReplicationCopiesTheFile() {
        long out = server.create("/f", 2);
        server.write(out, 100);
        server.setReplication("/f", 5).setReplication("/f", 1).setReplication("/f", 3);
        server.failing("java.io.IOException").setReplication("/f", 9);
        server.write(out, 10);

        for (int parts = 1; parts < 5; parts++) {
            Layers layers = Feed.cut(
                    new LayersFigure(),
                    new Assumptions(3, 1 << 20),
                    server.events(),
                    parts,
                    new SplittableRandom(parts));
            assertThat(layers.rereplicated()).isEqualTo(100 * (5 - 2) + 100 * (3 - 1));
            assertThat(layers.local().written()).isEqualTo(110 * 2 + layers.rereplicated());
        }
    }

    @Test
    void lostBytesCountInTheTotalsOnly() {
        server.doing(Activity.FLUSH);
        server.write(server.create("/f", 2), 100);
        server.doing(Activity.READ);
        server.readSeries(server.open("/f"), Call.READ, 5, 10);
        server.doing(Activity.OTHER);
        server.lost(Call.Kind.READ, 7, 1000).lost(Call.Kind.WRITE, 3, 30).lost(Call.Kind.STREAM, 9, 0);

        Layers layers = result(3);

        assertThat(layers.lost()).isEqualTo(new IoBytes(1000, 30));
        assertThat(layers.core()).isEqualTo(new IoBytes(50, 100));
        assertThat(layers.hdfs()).isEqualTo(new IoBytes(1050, 130));
        assertThat(layers.local()).isEqualTo(new IoBytes(1050, 100 * 2 + 30 * 3));
    }

    /** FAST '14: 71 TB, 79 % of them reads, tripled writes: 55/45. */
    @Test
    void thePapersBytesGiveThePapersRatioAfterReplication() {
        server.doing(Activity.READ);
        server.pread(server.open("/f"), 0, 790);
        server.doing(Activity.LOGGING);
        server.write(server.create("/g", 3), 210);
        assertThat(result(3).hdfs().readPercent()).isEqualTo(Paper.HDFS_READ_PERCENT);
        assertThat(result(3).local().readPercent()).isCloseTo(Paper.LOCAL_READ_PERCENT, within(1.0));
    }

    @Test
    void aFileCreatedBeforeTheTraceHasTheDefaultReplication() {
        TestProcess later = new TestProcess("n1", "1@0");
        long stream = server.create("/f", 1);
        later.create("/f", 1);
        later.write(stream, 10);
        later.events().remove(0);
        Layers layers = Feed.whole(new LayersFigure(), new Assumptions(4, 1 << 20), later.events());
        assertThat(layers.local().written()).isEqualTo(40);
        assertThat(layers.assumedBytes()).isEqualTo(10);
    }

    @Test
    void failedAndEmptyCallsCountNoBytes() {
        long in = server.open("/f");
        server.failing("java.io.IOException").read(in, 100);
        server.call(Call.READ_VECTORED, "/f", 1000);
        long out = server.create("/g", 3);
        server.failing("java.io.IOException").write(out, 5);
        assertThat(result(3).hdfs()).isEqualTo(new IoBytes(0, 0));
        assertThat(result(3).hdfs().readPercent()).isZero();
        assertThat(result(3).logPerFlush()).isEmpty();
    }

    @Test
    void fileIdsAreSeparateByProcess() {
        TestProcess other = new TestProcess("n1", "2@0");
        server.write(server.create("/f", 3), 10);
        other.write(other.create("/g", 1), 10);
        server.events().addAll(other.events());
        assertThat(result(3).local().written()).isEqualTo(40);
    }

    @Test
    void aReplicationThatHdfsDoesNotSupportIsUnknown() {
        server.write(server.create("/f", Short.MAX_VALUE + 1), 10);
        assertThat(result(3).local().written()).isEqualTo(30);
        assertThat(result(3).assumedBytes()).isEqualTo(10);
    }

    @Test
    void replicationIsAtLeastOne() {
        assertThatThrownBy(() -> new Assumptions(0, 1 << 20)).isInstanceOf(IllegalArgumentException.class);
    }

    private Layers result(int replication) {
        return Feed.whole(new LayersFigure(), new Assumptions(replication, 1 << 20), server.events());
    }
}
