package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

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
}
