package org.underbase.analysis.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.FileIdentity;

class FilesTest {
    private static final String REGION = "/hbase/data/default/messages/0123456789abcdef0123456789abcdef";
    private static final long MIB = 1 << 20;

    private final TestProcess server = new TestProcess("n1", "1@0");

    @Test
    void storeFileFromFlushToArchive() {
        write(REGION + "/.tmp/Actions/a", 20 * MIB);
        server.pass(Duration.ofSeconds(1)).rename(REGION + "/.tmp/Actions/a", REGION + "/Actions/a");
        server.pass(Duration.ofMinutes(9));
        server.rename(REGION + "/Actions/a", REGION.replace("/data/", "/archive/data/") + "/Actions/a");
        server.pass(Duration.ofMinutes(5)).delete(REGION.replace("/data/", "/archive/data/") + "/Actions/a");

        Files files = result();

        assertThat(files.sizes().kinds()).singleElement().satisfies(of -> {
            assertThat(of.kind().label()).isEqualTo("messages/Actions");
            assertThat(files.sizes().label(of.kind())).isEqualTo("Actions");
            assertThat(of.sizes().p50()).isEqualTo(20 * MIB);
        });
        Lifetimes.OfClass medium = ofClass(files, SizeClass.MEDIUM);
        assertThat(medium.created()).isEqualTo(1);
        assertThat(medium.archived()).isEqualTo(1);
        assertThat(medium.deleted()).isZero();
        assertThat(medium.cdf().points()).singleElement().satisfies(point -> assertThat(point.value())
                .isEqualTo(Duration.ofSeconds(541).toNanos()));
        assertThat(files.lifetimes().windowNanos())
                .isEqualTo(Duration.ofSeconds(541 + 300).toNanos());
    }

    @Test
    void theDataOfAnArchivedFileIsDeletedLater() {
        String archive = REGION.replace("/data/", "/archive/data/");
        for (String name : List.of("a", "b")) {
            write(REGION + "/.tmp/Actions/" + name, 10);
            server.rename(REGION + "/.tmp/Actions/" + name, REGION + "/Actions/" + name);
        }
        server.pass(Duration.ofMinutes(1));
        server.rename(REGION + "/Actions/a", archive + "/Actions/a")
                .rename(REGION + "/Actions/b", archive + "/Actions/b");
        server.pass(Duration.ofMinutes(5)).delete(archive + "/Actions/a");

        Lifetimes.OfClass small = ofClass(result(), SizeClass.SMALL);

        assertThat(small.archived()).isEqualTo(2);
        assertThat(small.deletedFromDisk()).isEqualTo(1);
        assertThat(small.cdf().shareAtMost(Duration.ofMinutes(2).toNanos())).isEqualTo(1);
        assertThat(small.onDisk().shareAtMost(Duration.ofMinutes(2).toNanos())).isZero();
        assertThat(small.onDisk()
                        .shareAtMost(Duration.ofMinutes(6).plusSeconds(1).toNanos()))
                .isEqualTo(0.5);
    }

    @Test
    void pathsThatCallsOnlyRenameOrDeleteAreCounted() {
        server.rename("/a", "/b").delete("/b").delete("/c").rename("/d", "/e").opened("/e", 7);
        server.rename("/dir", "/moved")
                .opened("/moved/f", 9)
                .failing("java.io.IOException")
                .delete("/g");
        server.pread(server.open("/unknown"), 0, 5);

        FileSizes sizes = result().sizes();

        assertThat(sizes.onlyNamed()).as("/b and /c").isEqualTo(2);
        assertThat(sizes.unsized()).isEqualTo(1);
        assertThat(sizes.allSeen().bytes()).isEqualTo(16);
    }

    @Test
    void aRecordedCompactionCreatesAFile() {
        server.compacted(REGION + "/.tmp/Actions/a", 20 * MIB, 3);
        server.rename(REGION + "/.tmp/Actions/a", REGION + "/Actions/a");
        server.failing("java.io.IOException").compacted(REGION + "/.tmp/Actions/b", -1, 3);

        Files files = result();

        assertThat(files.sizes().kinds())
                .singleElement()
                .satisfies(of -> assertThat(of.sizes().p50()).isEqualTo(20 * MIB));
        assertThat(ofClass(files, SizeClass.MEDIUM).created()).isEqualTo(1);
        assertThat(ofClass(files, SizeClass.SMALL).created()).isZero();
    }

    @Test
    void aDeletedDirectoryEndsTheLifetimesOfItsFiles() {
        write("/out/_temporary/1/part", 10);
        write("/out/_temporary/2/part", 10);
        write("/out/_temporary2", 10);
        server.pass(Duration.ofSeconds(30)).delete("/out/_temporary");
        assertThat(ofClass(result(), SizeClass.SMALL).deleted()).isEqualTo(2);
        assertThat(ofClass(result(), SizeClass.SMALL).alive()).isEqualTo(1);
    }

    @Test
    void aRenamedDirectoryRenamesItsFiles() {
        write("/hbase/WALs/n1/log", 10);
        server.rename("/hbase/WALs/n1", "/hbase/WALs/n1-splitting");
        server.pass(Duration.ofSeconds(2)).rename("/hbase/WALs/n1-splitting/log", "/hbase/oldWALs/log");
        Files files = result();
        assertThat(ofClass(files, SizeClass.SMALL).archived()).isEqualTo(1);
        assertThat(files.sizes().kinds().get(0).kind()).isEqualTo(FileKind.WAL);
    }

    @Test
    void aMoveIntoADirectoryKeepsTheName() {
        write("/dir/there", 1);
        write("/a", 10);
        server.rename("/a", "/dir");
        server.delete("/dir/a");
        assertThat(ofClass(result(), SizeClass.SMALL).deleted()).isEqualTo(1);
    }

    @Test
    void aMoveIntoAnEmptyDirectoryKeepsTheName() {
        server.call(Call.MKDIRS, "/made/dir", 1);
        server.call(Call.MKDIRS, "/not made", 0);
        write("/emptied/there", 1);
        server.delete("/emptied/there");
        write("/a", 10);
        write("/b", 10);
        write("/c", 10);
        write("/d", 10);
        Duration second = Duration.ofSeconds(1);
        server.pass(second).rename("/a", "/made/dir").rename("/b", "/emptied").rename("/c", "/not made");
        server.pass(second).rename("/made", "/moved");
        server.pass(second).rename("/d", "/moved/dir");
        server.pass(second)
                .delete("/moved/dir/a")
                .delete("/emptied/b")
                .delete("/not made")
                .delete("/moved/dir/d");
        Lifetimes.OfClass small = ofClass(result(), SizeClass.SMALL);
        assertThat(small.deleted()).isEqualTo(5);
        assertThat(small.alive()).isZero();
    }

    /** FileContext and the form with options rename to exactly their target; before, they had the result 0. */
    @Test
    void anExactRenameReplacesItsTarget() {
        write("/dir/there", 1);
        server.call(Call.MKDIR, "/made", 0);
        write("/a", 10);
        write("/b", 10);
        write("/c", 10);
        write("/d", 10);
        server.rename("/d", "/older", 0, "options=").delete("/older");
        server.rename("/a", "/dir/there", 1, "overwrite=true").rename("/b", "/made", 0, "options=none");
        server.rename("/c", "/hbase/oldWALs/c", 1, "overwrite=false");
        server.delete("/made");
        Lifetimes.OfClass small = ofClass(result(), SizeClass.SMALL);
        assertThat(small.overwritten()).isEqualTo(1);
        assertThat(small.deleted()).isEqualTo(2);
        assertThat(small.archived()).isEqualTo(1);
    }

    @Test
    void equalPathsOfTwoFileSystemsAreTwoFiles() {
        server.on(FileIdentity.on("ns1"));
        write("/a", 10);
        write("/dir/b", 10);
        TestProcess other = new TestProcess("n2", "1@0").on(FileIdentity.on("ns2"));
        other.at(TestProcess.START_NANOS + 100).delete("/a").delete("/");
        other.rename("/dir", "/hbase/oldWALs");
        server.events().addAll(other.events());
        assertThat(ofClass(result(), SizeClass.SMALL).alive()).isEqualTo(2);
    }

    @Test
    void aConcatMovesTheBytesOfItsSources() {
        write("/target", 10);
        write("/one", 20);
        write("/two", 30);
        server.pass(Duration.ofSeconds(1)).concat("/target", "/one", "sources=2");
        server.concat("/target", "/two", "part=2");
        Files files = result();
        assertThat(files.sizes().all().cdf().points().get(2).value()).isEqualTo(60);
        assertThat(ofClass(files, SizeClass.SMALL).deleted()).isEqualTo(2);
        assertThat(ofClass(files, SizeClass.SMALL).alive()).isEqualTo(1);

        // The offset of a later write contains the sources.
        server.pass(Duration.ofSeconds(1)).append("/target", 60, 5);
        assertThat(result().sizes().all().cdf().points().get(2).value()).isEqualTo(65);
    }

    @Test
    void aLengthAfterAConcatContainsItsSources() {
        Duration second = Duration.ofSeconds(1);
        for (String file : List.of("/opened", "/looked up", "/truncated", "/named")) {
            write(file, 10);
            write(file + " source", 50);
            server.pass(second).status(file, 10).pass(second);
            server.concat(file, file + " source", "sources=1").pass(second);
        }
        server.opened("/opened", 60).status("/looked up", 60).truncate("/truncated", 30);
        for (int parts = 1; parts < 6; parts++) {
            assertThat(cut(parts).sizes().all().bytes()).isEqualTo(4 * 50 + 60 + 60 + 30 + 60);
        }
    }

    /** Another process may have looked at the target before and after the concat. */
    @Test
    void aLengthOfAnotherProcessContainsTheSourcesOfAConcat() {
        server.status("/target", 10).status("/source", 50);
        server.pass(Duration.ofSeconds(2)).concat("/target", "/source", "sources=1");
        TestProcess other = new TestProcess("n2", "1@0");
        other.pass(Duration.ofSeconds(1)).status("/target", 10);
        other.pass(Duration.ofSeconds(2)).status("/target", 60);
        server.events().addAll(other.events());
        assertThat(result().sizes().allSeen().bytes()).isEqualTo(60 + 50);
    }

    @Test
    void aTruncatedFileIsShorter() {
        long stream = server.create("/a", 3);
        server.write(stream, 100).closeOutput(stream);
        server.truncate("/a", 40).truncate("/a", 30).append("/a", 30, 5);
        server.failing("java.io.IOException").truncate("/a", 1);
        for (int parts = 1; parts < 6; parts++) {
            assertThat(cut(parts).sizes().all().bytes()).isEqualTo(35);
        }
    }

    @Test
    void aBulkDeleteEndsTheLifetimesOfItsPaths() {
        write("/b/one", 1);
        write("/b/two", 1);
        server.call(Call.BULK_DELETE, "/b", 0).bulkDeleted("/b/one", 1);
        assertThat(ofClass(result(), SizeClass.SMALL).deleted()).isEqualTo(1);
        assertThat(ofClass(result(), SizeClass.SMALL).alive()).isEqualTo(1);
    }

    @Test
    void quartiles() {
        for (int i = 1; i <= 100; i++) {
            write("/f" + i, i);
        }
        FileSizes.Sizes all = result().sizes().all();
        assertThat(all.p10()).isEqualTo(10);
        assertThat(all.p25()).isEqualTo(25);
        assertThat(all.p75()).isEqualTo(75);
        assertThat(all.p90()).isEqualTo(90);
    }

    /** A process that only looks at a path does not notice that another one replaced the file. */
    @Test
    void aLengthThatAnotherProcessSawIsNotThatOfAnEarlierFile() {
        write("/state", 10);
        TestProcess other = new TestProcess("n2", "1@0");
        other.at(TestProcess.START_NANOS + Duration.ofSeconds(1).toNanos()).status("/state", 10);
        server.pass(Duration.ofSeconds(2)).delete("/state");
        server.pass(Duration.ofSeconds(2));
        write("/state", 100 * MIB);
        other.pass(Duration.ofSeconds(5)).status("/state", 100 * MIB);
        server.events().addAll(other.events());

        Files files = result();

        assertThat(files.sizes().all().bytes()).isEqualTo(100 * MIB + 10);
        assertThat(ofClass(files, SizeClass.SMALL).deleted()).isEqualTo(1);
        assertThat(ofClass(files, SizeClass.LARGE).alive()).isEqualTo(1);
    }

    /** Figure 5 is about all files, not only those created. */
    @Test
    void sizesOfAllFilesThatCallsShow() {
        write(REGION + "/Actions/new", 1);
        server.opened(REGION + "/Actions/old", 100).opened(REGION + "/Actions/old", 100);
        server.status("/looked up", 7).failing("java.io.FileNotFoundException").status("/missing", 9);
        server.rename("/named", "/renamed").delete("/deleted");
        server.rename(REGION + "/Actions/new", REGION.replace("/data/", "/archive/data/") + "/Actions/new");
        TestProcess other = new TestProcess("n2", "1@0");
        other.at(TestProcess.START_NANOS + 1000).opened(REGION + "/Actions/old", 120);
        other.opened(REGION.replace("/data/", "/archive/data/") + "/Actions/new", 1);
        server.events().addAll(other.events());

        FileSizes sizes = result().sizes();

        assertThat(sizes.all().files()).isEqualTo(1);
        assertThat(sizes.allSeen().files()).isEqualTo(3);
        assertThat(sizes.allSeen().bytes()).isEqualTo(1 + 120 + 7);
        assertThat(sizes.seenKinds()).extracting(of -> sizes.label(of.kind())).containsExactly("Actions", "other");
        assertThat(sizes.seenKinds().get(0).sizes().p90()).isEqualTo(120);
    }

    @Test
    void overwritingEndsALifetime() {
        write("/a", 10);
        server.pass(Duration.ofSeconds(1));
        write("/a", 10);
        write("/b", 10);
        server.rename("/b", "/a");
        Lifetimes.OfClass small = ofClass(result(), SizeClass.SMALL);
        assertThat(small.overwritten()).isEqualTo(2);
        assertThat(small.alive()).isEqualTo(1);
    }

    @Test
    void aFileMayBeDeletedByAnotherProcess() {
        write("/hbase/WALs/n1/log", 10);
        TestProcess master = new TestProcess("m", "1@0");
        master.at(TestProcess.START_NANOS + Duration.ofSeconds(5).toNanos());
        master.rename("/hbase/WALs/n1/log", "/hbase/oldWALs/log");
        server.events().addAll(master.events());
        assertThat(ofClass(result(), SizeClass.SMALL).archived()).isEqualTo(1);
    }

    @Test
    void theOrderOfProcessesInTheTraceDoesNotMatter() {
        write("/a", 10);
        TestProcess other = new TestProcess("m", "1@0");
        other.at(TestProcess.START_NANOS + 100).delete("/a");
        List<TestEvent> events = new ArrayList<>(other.events());
        events.addAll(server.events());
        assertThat(ofClass(Feed.whole(new FilesFigure(), new Assumptions(3, 1 << 20), events), SizeClass.SMALL)
                        .deleted())
                .isEqualTo(1);
        events.sort(Comparator.comparing(TestEvent::path));
        assertThat(ofClass(Feed.whole(new FilesFigure(), new Assumptions(3, 1 << 20), events), SizeClass.SMALL)
                        .deleted())
                .isEqualTo(1);
    }

    @Test
    void failedCallsAndThoseThatReturnFalseChangeNothing() {
        write("/a", 10);
        server.failing("java.io.IOException").delete("/a");
        server.call(Call.DELETE, "/a", 0);
        server.failing("java.io.IOException").rename("/a", "/hbase/oldWALs/a");
        server.failing("java.io.IOException").create("/b", 3);
        server.call(Call.CREATE_NEW_FILE, "/c", 0);
        Files files = result();
        assertThat(files.sizes().all().files()).isEqualTo(1);
        assertThat(ofClass(files, SizeClass.SMALL).alive()).isEqualTo(1);
    }

    @Test
    void emptyFilesAreCounted() {
        server.call(Call.CREATE_NEW_FILE, "/marker", 1);
        server.pass(Duration.ofSeconds(1)).delete("/marker");
        assertThat(result().sizes().all().files()).isEqualTo(1);
        assertThat(ofClass(result(), SizeClass.SMALL).deleted()).isEqualTo(1);
    }

    @Test
    void filesCreatedBeforeTheTraceAreNotCounted() {
        server.read(server.open("/old"), 100);
        server.rename("/old", "/older");
        server.delete("/older");
        assertThat(result().sizes().all().files()).isZero();
        assertThat(result().lifetimes().windowNanos()).isZero();
    }

    @Test
    void classesAndFractionsOfExistingFiles() {
        for (int i = 0; i < 94; i++) {
            write("/s" + i, MIB);
        }
        write("/m1", 16 * MIB);
        write("/m2", 64 * MIB - 1);
        for (int i = 0; i < 4; i++) {
            write("/l" + i, 64 * MIB);
        }
        server.pass(Duration.ofSeconds(59));
        for (int i = 0; i < 16; i++) {
            server.delete("/s" + i);
        }
        server.pass(Duration.ofHours(1)).delete("/m1");
        Files files = result();
        assertThat(files.sizes().classes()).extracting(FileSizes.OfClass::files).containsExactly(94L, 2L, 4L);
        Lifetimes.OfClass small = ofClass(files, SizeClass.SMALL);
        assertThat(small.cdf().shareAtMost(Duration.ofMinutes(1).toNanos())).isCloseTo(16 / 94.0, within(1e-9));
        assertThat(ofClass(files, SizeClass.MEDIUM).died()).isEqualTo(1);
        assertThat(ofClass(files, SizeClass.LARGE).cdf().points()).isEmpty();
    }

    private void write(String path, long bytes) {
        long stream = server.create(path, 3);
        server.write(stream, bytes / 2).write(stream, bytes - bytes / 2).closeOutput(stream);
    }

    private Files result() {
        return Feed.whole(new FilesFigure(), new Assumptions(3, 1 << 20), server.events());
    }

    private Files cut(int parts) {
        return Feed.cut(
                new FilesFigure(), new Assumptions(3, 1 << 20), server.events(), parts, new SplittableRandom(parts));
    }

    private static Lifetimes.OfClass ofClass(Files files, SizeClass sizeClass) {
        return files.lifetimes().classes().stream()
                .filter(of -> of.sizeClass() == sizeClass)
                .findFirst()
                .orElseThrow();
    }
}
