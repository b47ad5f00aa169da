package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.ConfigRedactor;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.htfs.format.Activities;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceReader;

class PathHasherTest {
    private static final String SECRET = "0123456789abcdef";
    private static final String HASH = "[0-9a-f]{16}";
    private static final String STORE = "/hbase/data/default/t/0123456789abcdef0123456789abcdef/f/file";

    private final NameMasking masking = new PathHasher(SECRET.getBytes(StandardCharsets.UTF_8));

    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "owner=JSMITH group=HR",
                "owner=4711 group=100",
                "owner=true group=hbase",
                "snapshot=2026 renewer=YARN",
                "pool=HOT key=42",
                "policy=JSMITH ecPolicy=SMITH-6-3-1024k",
                "name=user.SECRET caller=JOB_17",
                "arg=1234 addedLater=5",
                "replication=JSMITH overwrite=HR",
                "rest JSMITH"
            })
    void aHashedDetailContainsNoNames(String detail) {
        String masked = masking.detail(detail);

        List<String> values = new ArrayList<>(List.of(masked.split("[ =]", -1)));
        values.removeAll(List.of(detail.replaceAll("=[^ ]*", "").split(" ", -1)));
        assertThat(values).isNotEmpty().allMatch(value -> value.matches(HASH), masked);
        assertThat(masking.detail(detail)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "permission=644 flags=create,overwrite replication=3 blockSize=134217728 overwrite=true",
                "bytes=0 local=5 shortCircuit=6 zeroCopy=0 remote=7 blocks=2 encrypted=true",
                "policy=ALL_SSD storagePolicy=HOT ecPolicy=RS-6-3-1024k checksum=CRC32C:512",
                "by=openFile,handle as=hsync mode=READ_WRITE length=-1 action=SAFEMODE_GET"
            })
    void valuesThatAreNeverNamesRemain(String detail) {
        assertThat(masking.detail(detail)).isEqualTo(detail);
    }

    @ParameterizedTest
    @CsvSource({
        "regionserver/JSMITH:16020-shortCompactions-0, JSMITH",
        "RpcServer.default.FPBQ.Fifo.handler=29 of JSMITH, JSMITH",
        "MemStoreFlusher.1 4711, 4711",
        "FileSystem of 12345, 12345",
        "pool-2-thread-1 Jürgen, ü",
        "JSMITH_17, SMITH"
    })
    void aHashedThreadContainsNoNames(String thread, String name) {
        String masked = masking.thread(thread);

        assertThat(masked).doesNotContain(name).containsPattern(HASH);
        assertThat(Activities.classify(STORE, masked, Call.READ))
                .isEqualTo(Activities.classify(STORE, thread, Call.READ));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RpcServer.priority.RWQ.Fifo.read.handler=12,queue=0,port=16020",
                "MemStoreFlusher.0",
                "pool-12-thread-3",
                "main",
                "RS_COMPACTED_FILES_DISCHARGER",
                "longCompactions-0"
            })
    void threadsOfHBaseRemain(String thread) {
        assertThat(masking.thread(thread)).isEqualTo(thread);
    }

    @Test
    void noParameterOfTypeStringIsShown() throws IOException {
        List<String> shown = new ArrayList<>();
        Pattern line = Pattern.compile("[DFHC.]{4} \\w+ \\w+\\((.*?)\\)(.*)");
        int texts = 0;
        for (String text : Files.readAllLines(Path.of("src", "main", "calls", "calls.txt"))) {
            Matcher call = line.matcher(text);
            if (call.matches()) {
                for (String fact : call.group(2).trim().split(" +", -1)) {
                    String[] pair = fact.split("=", 2);
                    boolean isText = call.group(1)
                            .matches("(.*, )?[*+]?String " + Pattern.quote(pair[pair.length - 1]) + "(,.*)?");
                    texts += isText ? 1 : 0;
                    PlainDetail form = PlainDetail.of(pair[0]);
                    if (isText && form != null && form != PlainDetail.POLICY) {
                        shown.add(text);
                    }
                }
            }
        }

        assertThat(texts).isGreaterThan(10);
        assertThat(shown).isEmpty();
    }

    @Test
    void aHashedTraceContainsNoNames() throws Exception {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), dir.toString());
        conf.set(TraceKeys.HASH.name(), "true");
        conf.set(TraceKeys.HASH_SECRET.name(), SECRET);
        try (Tracer tracer = Tracer.start(conf)) {
            ThreadTrace here = tracer.here();
            here.exit(
                    here.enter(),
                    Call.SET_OWNER,
                    tracer.file("/user/JSMITH"),
                    null,
                    0,
                    null,
                    "owner=JSMITH group=HR",
                    "4711");
        }
        try (TraceReader reader = TraceReader.open(conf, List.of(dir.toString()))) {
            assertThat(reader.next()).isTrue();
            TraceEvent event = reader.event();
            assertThat(event.detail()).matches("owner=" + HASH + " group=" + HASH);
            assertThat(event.user()).matches(HASH);
            assertThat(event.path()).matches("/" + HASH + "/" + HASH);
            assertThat(event.detail()).startsWith("owner=" + event.path().substring(18));
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void hadoopRedactsTheSecret() {
        assertThat(new ConfigRedactor(new Configuration()).redact(TraceKeys.HASH_SECRET.name(), SECRET))
                .isEqualTo("<redacted>");
        assertThat(new ConfigRedactor(new Configuration(false)).redact(TraceKeys.HASH_SECRET.name(), SECRET))
                .isEqualTo("<redacted>");
    }

    @Test
    void hashingRequiresASecret() {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.HASH.name(), "true");
        assertThatThrownBy(() -> PathHasher.of(conf))
                .hasMessage("the secret of the hashes has 0 bytes: set underbase.trace.hash.secret or"
                        + " underbase.trace.hash.secret.file to a secret of at least 16 bytes");
    }
}
