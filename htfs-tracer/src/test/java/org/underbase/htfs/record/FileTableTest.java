package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.format.FileIdentity;

/** The identity of files on several file systems. */
class FileTableTest {
    private final FileTable files = new FileTable(100);

    @Test
    void filesOfOnePathOnTwoFileSystemsAreDifferent() {
        FileRef one = files.newFile("ns1", "/d/f");
        FileRef two = files.newFile("ns2", "/d/f");
        assertThat(one.id()).isNotEqualTo(two.id());
        assertThat(files.file("ns1", "/d/f")).isSameAs(one);
        assertThat(files.file("ns2", "/d/f")).isSameAs(two);
        assertThat(files.file("", "/d/f").id()).isNotIn(one.id(), two.id());
        assertThat(one.path()).isEqualTo("/d/f");
        assertThat(one.identity()).isEqualTo(FileIdentity.on("ns1"));
    }

    @Test
    void aRenameAndADeleteConcernOneFileSystem() {
        FileRef one = files.newFile("ns1", "/d/f");
        one.identity(one.identity().with("BP-1", 42, "RS-6-3-1024k"));
        FileRef two = files.newFile("ns2", "/d/f");

        files.renamed("ns1", "/d", "/e", 10);
        assertThat(files.file("ns1", "/e/f").id()).isEqualTo(one.id());
        assertThat(files.file("ns1", "/e/f").identity()).isEqualTo(new FileIdentity("ns1", "BP-1", 42, "RS-6-3-1024k"));
        assertThat(files.file("ns1", "/d/f").id()).isNotEqualTo(one.id());
        assertThat(files.file("ns2", "/d/f")).isSameAs(two);

        files.deleted("ns1", "/e");
        assertThat(files.file("ns1", "/e/f").id()).isNotEqualTo(one.id());
        assertThat(files.file("ns2", "/d/f")).isSameAs(two);
    }

    @Test
    void aMoveIntoADirectoryKeepsItsFiles() {
        FileRef there = files.newFile("", "/dir/there");
        FileRef a = files.newFile("", "/a");

        files.renamedInto("", "/a", "/dir", 10);

        assertThat(files.file("", "/dir/there")).isSameAs(there);
        assertThat(files.file("", "/dir/a").id()).isEqualTo(a.id());
    }

    @Test
    void aMoveIntoADirectoryIsKnownFromACallOnIt() {
        files.file("", "/empty").directory();
        FileRef a = files.newFile("", "/d/a");
        FileRef b = files.newFile("", "/d/b");

        files.renamedInto("", "/d/a", "/empty", 10);
        files.renamedInto("", "/empty", "/moved", 20);
        files.renamedInto("", "/d", "/moved", 30);
        files.renamedInto("", "/moved/d/b", "/", 40);

        assertThat(files.file("", "/moved/a").id()).isEqualTo(a.id());
        assertThat(files.file("", "/b").id()).as("the root is a directory").isEqualTo(b.id());
    }

    @Test
    void aPathThatWasOnlyLookedUpMakesNoDirectory() {
        files.file("", "/out/_SUCCESS");
        FileRef part = files.newFile("", "/out.tmp/part-0");

        files.renamedInto("", "/out.tmp", "/out", 10);

        assertThat(files.file("", "/out/part-0").id()).isEqualTo(part.id());
    }

    @Test
    void aRenamedPathExists() {
        files.file("", "/before");
        files.renamed("", "/before", "/dir/there", 10);
        FileRef a = files.newFile("", "/a");

        files.renamedInto("", "/a", "/dir", 20);

        assertThat(files.file("", "/dir/a").id()).isEqualTo(a.id());
    }

    /** Renames and deletes of the application hold the lock. */
    @Test
    void trimWaitsForNoRenameOrDelete() throws InterruptedException {
        for (int i = 0; i < 150; i++) {
            files.newFile("", "/f" + i);
        }
        Thread writer = new Thread(files::trim);
        synchronized (files) {
            writer.start();
            writer.join(TimeUnit.MINUTES.toMillis(2));
            assertThat(writer.isAlive()).isFalse();
        }
        assertThat(files.size()).isEqualTo(75);
    }

    @Test
    void anExactRenameReplacesItsTarget() {
        FileRef there = files.newFile("", "/dir/there");
        FileRef a = files.newFile("", "/a");

        files.renamed("", "/a", "/dir", 10);

        assertThat(files.file("", "/dir").id()).isEqualTo(a.id());
        assertThat(files.file("", "/dir/there").id())
                .as("only an empty directory can be replaced, so that another process deleted its files")
                .isNotEqualTo(there.id());
    }
}
