package org.underbase.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;

class UnitTest {
    private static final String REGION = "0123456789abcdef0123456789abcdef";

    @Test
    void storeFilesBelongToTheirRegion() {
        assertThat(of("/hbase/data/default/t/" + REGION + "/f/1", REGION))
                .isEqualTo(new Unit(Unit.Kind.REGION, REGION, 0));
    }

    @Test
    void logsBelongToTheirServerAlsoAfterItsRestart() {
        Unit server = new Unit(Unit.Kind.SERVER, "n1,16020", 0);
        assertThat(of("/hbase/WALs/n1,16020,1700000000000/wal.1", "")).isEqualTo(server);
        assertThat(of("/hbase/WALs/n1,16020,1700000009999-splitting/wal.2", "")).isEqualTo(server);
    }

    @Test
    void otherFilesBelongToTheirDirectory() {
        assertThat(of("/user/a/part-0", "")).isEqualTo(new Unit(Unit.Kind.DIRECTORY, "/user/a", 0));
        assertThat(of("file", "")).isEqualTo(new Unit(Unit.Kind.DIRECTORY, "", 0));
    }

    private static Unit of(String path, String region) {
        return Unit.of(new FileFacts(
                0,
                FileKind.of(path),
                region,
                path,
                FileFacts.BEFORE,
                FileFacts.End.ALIVE,
                0,
                FileFacts.NEVER,
                0,
                0,
                false,
                3,
                1 << 20,
                Optional.empty()));
    }
}
