package org.underbase.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.FileIdentity;

/** Events that no process makes, as in a forged trace: each gives a result, which does not depend on the cuts. */
class RandomEventsTest {
    private static final Assumptions ASSUMPTIONS = new Assumptions(3, 1 << 20);
    private static final long[] NUMBERS = {-1, -1, -100, 0, 1, 2, 100, 511, 512, 5000, 1 << 20, 1L << 40, 1L << 61};
    private static final String[] PATHS = {"", "/", "/a", "/a/b", "/a/b/c", "/hbase/oldWALs/a", "/x/", "//"};
    private static final String[] DETAILS = {
        "",
        "length=100",
        "length=9223372036854775807",
        "count=0 call=read",
        "count=7 call=pread",
        "count=2147483648 call=write",
        "replication=0 blockSize=512",
        "options=none",
        "part=1",
        "kind=READ cause=ringFull",
        "activity=localCompaction replication=2",
        "striped=true"
    };

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void givesTheSameResultForAnyCuts(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<TestEvent> events = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            events.add(event(random));
        }
        String whole = Feed.all(ASSUMPTIONS, events).json().toPrettyString();
        for (int parts : new int[] {2, 30}) {
            Settings settings = parts == 2 ? Settings.of(ASSUMPTIONS) : Feed.spilling(ASSUMPTIONS, directory);
            assertThat(Feed.run(AllFigures.load(), settings, parts, Feed.cut(events, parts, random))
                            .json()
                            .toPrettyString())
                    .as("seed %d, %d parts", seed, parts)
                    .isEqualTo(whole);
        }
    }

    private static TestEvent event(SplittableRandom random) {
        Call[] calls = Call.values();
        Activity[] activities = Activity.values();
        boolean usual = random.nextBoolean();
        return new TestEvent(
                TestProcess.START_NANOS + random.nextLong(100_000_000_000L),
                random.nextLong(1000),
                usual ? random.nextBoolean() ? Call.PREAD : Call.WRITE : calls[random.nextInt(calls.length)],
                activities[random.nextInt(activities.length)],
                "n" + random.nextInt(2),
                "1@0",
                "t" + random.nextInt(3),
                random.nextInt(6) - 1L,
                PATHS[random.nextInt(PATHS.length)],
                PATHS[random.nextInt(PATHS.length)],
                random.nextInt(5) - 1L,
                number(random, usual),
                number(random, usual),
                number(random, usual),
                random.nextInt(10) == 0 ? "java.io.IOException" : "",
                DETAILS[random.nextInt(DETAILS.length)],
                random.nextBoolean()
                        ? FileIdentity.NONE
                        : new FileIdentity(
                                "ns" + random.nextInt(2), random.nextBoolean() ? "" : "BP", random.nextInt(4) - 1, ""),
                random.nextInt(5) - 1L,
                random.nextInt(20) == 0 ? 1 + random.nextLong(BlockHeader.ALL) : BlockHeader.ALL);
    }

    private static long number(SplittableRandom random, boolean usual) {
        return usual ? random.nextLong(5000) : NUMBERS[random.nextInt(NUMBERS.length)];
    }
}
