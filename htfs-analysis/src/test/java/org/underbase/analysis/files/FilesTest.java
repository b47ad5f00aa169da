package org.underbase.analysis.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Call;

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
        assertThat(ofClass(Feed.whole(new FilesFigure().operator(new Assumptions(3, 1 << 20)), events), SizeClass.SMALL)
                        .deleted())
                .isEqualTo(1);
        events.sort(Comparator.comparing(TestEvent::path));
        assertThat(ofClass(Feed.whole(new FilesFigure().operator(new Assumptions(3, 1 << 20)), events), SizeClass.SMALL)
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
        return Feed.whole(new FilesFigure().operator(new Assumptions(3, 1 << 20)), server.events());
    }

    private static Lifetimes.OfClass ofClass(Files files, SizeClass sizeClass) {
        return files.lifetimes().classes().stream()
                .filter(of -> of.sizeClass() == sizeClass)
                .findFirst()
                .orElseThrow();
    }
}
