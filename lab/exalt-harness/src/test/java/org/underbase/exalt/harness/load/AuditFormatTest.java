package org.underbase.exalt.harness.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuditFormatTest {
    private static final String LINE = "1970-01-01 00:00:11,250 INFO FSNamesystem.audit: allowed=true\tugi=alice"
            + " (auth:PROXY) via hive (auth:TOKEN)\tip=/10.0.0.1\tcmd=rename (options=[TO_TRASH])\tsrc=/a b/c=d"
            + "\tdst=/e\tperm=alice:users:rw-r--r--\tproto=rpc";

    @Test
    void linesOfANameNodeAreParsed() {
        assertThat(AuditFormat.of(LINE)).isEqualTo(AuditFormat.NAMENODE);
        assertThat(AuditFormat.NAMENODE.parse(LINE))
                .isEqualTo(new AuditEntry(11_250, "alice", "rename (options=[TO_TRASH])", "/a b/c=d", "/e"));
        assertThat(AuditFormat.NAMENODE
                        .parse(LINE.replace("dst=/e", "dst=null"))
                        .target())
                .isEmpty();
    }

    @Test
    void rowsOfAHiveTableAreParsed() {
        String line = String.join("\u0001", "77", "bob", "listStatus", "/x", "null", "0.0.0.0");
        assertThat(AuditFormat.of(line)).isEqualTo(AuditFormat.HIVE);
        assertThat(AuditFormat.HIVE.parse(line)).isEqualTo(new AuditEntry(77, "bob", "listStatus", "/x", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "java.io.IOException: no entry",
                "yesterday INFO FSNamesystem.audit: ugi=a\tcmd=open\tsrc=/",
                "1970-01-01 00:00:11,250 INFO FSNamesystem.audit: allowed=true\tcmd=open\tsrc=/",
                "1970-01-01 00:00:11,250 INFO FSNamesystem.audit: ugi=a\tsrc=/",
                "77\u0001bob",
                "then\u0001bob\u0001open\u0001/\u0001null\u00010.0.0.0"
            })
    void otherLinesAreRejected(String line) {
        assertThatThrownBy(() -> AuditFormat.of(line).parse(line)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void corruptLineIsParsedOrRejected() {
        Random random = new Random(12345);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder line = new StringBuilder(LINE);
            for (int k = random.nextInt(5); k >= 0; k--) {
                line.setCharAt(random.nextInt(line.length()), (char) random.nextInt(128));
            }
            line.setLength(random.nextInt(line.length() + 1));
            try {
                AuditEntry entry = AuditFormat.of(line.toString()).parse(line.toString());
                assertThat(entry.user()).isNotBlank();
                assertThat(entry.command()).isNotBlank();
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "getfileinfo,GETFILEINFO",
        "listStatus,LISTSTATUS",
        "rename (options=[TO_TRASH]),RENAME",
        "setReplication,SETREPLICATION"
    })
    void replayedCommandsAreFound(String command, AuditCommand expected) {
        assertThat(AuditCommand.of(command)).contains(expected);
    }

    @Test
    void otherCommandsAreNotReplayed() {
        assertThat(AuditCommand.of("allowSnapshot")).isEmpty();
        assertThat(AuditCommand.of("")).isEmpty();
    }
}
