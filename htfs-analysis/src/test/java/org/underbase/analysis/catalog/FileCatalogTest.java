package org.underbase.analysis.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.ProcessKey;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.FileIdentity;

/** Identity of files across processes. */
class FileCatalogTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final FileIdentity POOL = new FileIdentity("ns", "BP-1", -1, "");

    private final TestProcess server = new TestProcess("n1", "1@0");
    private final TestProcess other = new TestProcess("n2", "1@0");

    @Test
    void processesShareAFileByItsPath() {
        long out = server.create("/f", 3);
        server.write(out, 10).closeOutput(out);
        other.pass(SECOND).opened("/f", 10);
        assertThat(catalog().files()).singleElement().satisfies(file -> {
            assertThat(file.isCreated()).isTrue();
            assertThat(file.size()).isEqualTo(10);
        });
    }

    @Test
    void aRenamedFileIsTheSameAtItsNewPath() {
        server.create("/.tmp/f", 3);
        server.pass(SECOND).rename("/.tmp/f", "/f");
        other.pass(SECOND.multipliedBy(2)).opened("/f", 10);
        assertThat(catalog().size()).isEqualTo(1);
        assertThat(key(other, 1, 2)).isEqualTo(key(server, 1, 0));
    }

    @Test
    void anInodeJoinsWhateverTheClocksSay() {
        // The clock of the reading process is 50 s slow.
        other.on(POOL).inode(7).opened("/f", 10);
        server.on(POOL).inode(7).pass(Duration.ofSeconds(50));
        long out = server.create("/.tmp/f", 3);
        server.write(out, 10).rename("/.tmp/f", "/f");
        assertThat(catalog().files()).singleElement().satisfies(file -> assertThat(file.isCreated())
                .isTrue());
        assertThat(catalog().notes().skews())
                .containsExactly(
                        new ClockSkew("n2", "n1", Duration.ofSeconds(50).toNanos()));
        Operator<CatalogPartial, FileCatalog> expecting =
                FileCatalog.operator(Duration.ofSeconds(50).toNanos());
        assertThat(Feed.cut(expecting, events(), 2, new SplittableRandom(1))
                        .notes()
                        .skews())
                .isEmpty();
    }

    /** The clock of the deleting process is 60 s slow: another host opens the file after its deletion. */
    @Test
    void aUseAfterTheDeletionShowsASlowClock() {
        server.on(POOL).inode(7).create("/f", 3);
        other.on(POOL).inode(7).pass(SECOND).delete("/f");
        server.pass(SECOND.multipliedBy(61)).opened("/f", 10);
        assertThat(catalog().files()).singleElement().satisfies(file -> assertThat(file.isAlive())
                .isFalse());
        assertThat(catalog().notes().skews()).singleElement().satisfies(skew -> {
            assertThat(skew.behind()).isEqualTo("n2");
            assertThat(skew.ahead()).isEqualTo("n1");
            assertThat(skew.nanos()).isBetween(59_999_000_000L, SECOND.toNanos() * 60);
        });
    }

    /** By its clock, the process that deletes the file does so before another one creates it. */
    @Test
    void aDeletionBeforeTheCreationEndsTheFileAndShowsASlowClock() {
        other.on(POOL).inode(7).delete("/f");
        server.on(POOL).inode(7).pass(SECOND.multipliedBy(60)).create("/f", 3);
        assertThat(catalog().files()).singleElement().satisfies(file -> {
            assertThat(file.isCreated()).isTrue();
            assertThat(file.isAlive()).isFalse();
        });
        assertThat(catalog().notes().skews()).containsExactly(new ClockSkew("n2", "n1", SECOND.toNanos() * 60));
    }

    /** By its clock, the process that archives the file does so before another one creates it. */
    @Test
    void aRenameBeforeTheCreationMovesTheFileAndShowsASlowClock() {
        other.on(POOL).rename("/hbase/data/f", "/hbase/archive/data/f");
        server.on(POOL).inode(7).pass(SECOND.multipliedBy(60)).create("/hbase/data/f", 3);
        server.rename("/hbase/other", "/hbase/archive/data/other");
        other.inode(7).pass(SECOND.multipliedBy(61)).opened("/hbase/archive/data/f", 10);
        assertThat(catalog().files()).singleElement().satisfies(file -> assertThat(file.end())
                .isEqualTo(FileFacts.End.ARCHIVED));
        assertThat(catalog().notes().skews()).containsExactly(new ClockSkew("n2", "n1", SECOND.toNanos() * 60));
    }

    /** A stream stays open after the deletion of its file, and the same host has one clock. */
    @Test
    void callsOnADeletedFileByItsStreamShowNoSkew() {
        server.on(POOL).inode(7).create("/f", 3);
        long in = other.on(POOL).inode(7).pass(SECOND).open("/f");
        server.pass(SECOND.multipliedBy(2)).delete("/f");
        other.pass(SECOND.multipliedBy(60)).pread(in, 0, 10).closeInput(in);
        server.pass(SECOND.multipliedBy(60)).opened("/f", 10);
        assertThat(catalog().notes().skews()).isEmpty();
    }

    @Test
    void aFirstBlockJoinsFilesOfDifferentPaths() {
        server.on(POOL.with("BP-1", 99, "")).opened("/a", 10);
        other.on(POOL.with("BP-1", 99, "")).pass(SECOND.multipliedBy(60)).opened("/moved by an untraced process", 10);
        assertThat(catalog().size()).isEqualTo(1);
    }

    @Test
    void twoNamesOfOneNameNodeAreOneNamespace() {
        server.on(new FileIdentity("ns", "BP-1", -1, "")).opened("/f", 10);
        other.on(new FileIdentity("nn1:8020", "BP-1", -1, "")).pass(SECOND).opened("/f", 10);
        assertThat(catalog().size()).isEqualTo(1);
    }

    @Test
    void equalInodesOfTwoPoolsAreTwoFiles() {
        server.on(POOL).inode(7).opened("/f", 10);
        other.on(new FileIdentity("other", "BP-2", -1, "")).inode(7).opened("/f", 10);
        assertThat(catalog().size()).isEqualTo(2);
    }

    @Test
    void anotherInodeAtOnePathIsAnotherFile() {
        other.on(POOL).inode(7).opened("/f", 10);
        other.pass(SECOND).inode(8).opened("/f", 20);
        FileCatalog catalog = catalog();
        assertThat(catalog.files()).extracting(FileFacts::size).containsExactlyInAnyOrder(10L, 20L);
        assertThat(key(other, 1, 0)).isNotEqualTo(key(other, 1, 1));
    }

    @Test
    void aFileThatAnotherProcessReplacedIsAnotherFile() {
        server.create("/f", 3);
        other.pass(SECOND).opened("/f", 0);
        server.pass(SECOND.multipliedBy(5)).delete("/f").create("/f", 3);
        other.pass(SECOND.multipliedBy(9)).opened("/f", 0);
        assertThat(catalog().size()).isEqualTo(2);
        assertThat(key(other, 1, 1)).isEqualTo(key(server, 1, 0)).isNotEqualTo(key(other, 1, 10));
    }

    @Test
    void aStreamStaysOnItsFileAfterADelete() {
        server.create("/f", 3);
        long in = other.pass(SECOND).open("/f");
        server.pass(SECOND.multipliedBy(2)).delete("/f").create("/f", 3);
        other.pass(SECOND.multipliedBy(4)).read(in, 10);
        assertThat(key(other, 1, 5)).isEqualTo(key(server, 1, 0));
    }

    @Test
    void aUseShortlyBeforeTheRenameThatExplainsItIsOfTheRenamedFile() {
        server.pass(Duration.ofSeconds(10)).create("/.tmp/f", 3);
        server.pass(SECOND).rename("/.tmp/f", "/f");
        other.pass(Duration.ofMillis(10_500)).opened("/f", 10);
        assertThat(catalog().size()).isEqualTo(1);
    }

    @Test
    void aUseLongBeforeARenameIsOfAnotherFile() {
        server.pass(Duration.ofSeconds(10)).create("/.tmp/f", 3);
        server.pass(SECOND).rename("/.tmp/f", "/f");
        other.pass(SECOND).opened("/f", 10);
        assertThat(catalog().files()).extracting(FileFacts::end).contains(FileFacts.End.OVERWRITTEN);
    }

    @Test
    void aLateInodeJoinsAFileThatAPathHasShown() {
        server.on(POOL).create("/f", 3);
        server.inode(7).status("/f", 0);
        other.on(POOL).pass(SECOND).opened("/f", 0);
        other.inode(7).pass(SECOND).status("/f", 0);
        assertThat(catalog().size()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void isIndependentOfTheCuts(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<TestEvent> events = SyntheticHBase.events(seed, 3, 20);
        List<FileFacts> whole =
                Feed.cut(FileCatalog.operator(), events, 1, random).files();
        assertThat(whole).hasSizeGreaterThan(50);
        for (int parts : new int[] {2, 5, 40, 300}) {
            assertThat(Feed.cut(FileCatalog.operator(), events, parts, random).files())
                    .as("seed %d, %d parts", seed, parts)
                    .isEqualTo(whole);
        }
    }

    private FileCatalog catalog() {
        return Feed.cut(FileCatalog.operator(), events(), 1, new SplittableRandom(1));
    }

    private List<TestEvent> events() {
        List<TestEvent> events = new ArrayList<>(other.events());
        events.addAll(server.events());
        return events;
    }

    private int key(TestProcess process, long file, long seconds) {
        FileCatalog catalog = catalog();
        int number = catalog.process(new ProcessKey(
                process.events().get(0).host(), process.events().get(0).process()));
        return catalog.key(
                number,
                file,
                TestProcess.START_NANOS + Duration.ofSeconds(seconds).toNanos());
    }
}
