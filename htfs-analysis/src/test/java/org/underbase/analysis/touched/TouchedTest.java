package org.underbase.analysis.touched;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.access.Touched;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Definitions;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Activity;

class TouchedTest {
    private static final Assumptions ASSUMPTIONS = new Assumptions(3, 1 << 20);

    private final TestProcess server = new TestProcess("n1", "1@0");

    @Test
    void dataOfLiveFilesByLayer() {
        server.doing(Activity.FLUSH);
        long out = server.create("/f", 2);
        server.write(out, 100).closeOutput(out);
        server.doing(Activity.READ).pread(server.open("/f"), 90, 30);
        server.doing(Activity.COMPACTION).pread(server.open("/f"), 0, 10);
        server.pread(server.open("/deleted"), 0, 1000).delete("/deleted");

        TouchedData data = Feed.whole(new TouchedFigure(), ASSUMPTIONS, server.events());

        assertThat(data.core()).isEqualTo(new Touched(20, 10, 90));
        assertThat(data.hdfs()).isEqualTo(new Touched(20, 20, 80));
        assertThat(data.local()).isEqualTo(new Touched(20, 40, 160));
        assertThat(data.untouched()).isEmpty();
    }

    @Test
    void aReadTouchesAllReplicasIfTheDefinitionsSaySo() {
        long out = server.create("/f", 2);
        server.write(out, 100).closeOutput(out).pread(server.open("/f"), 90, 30).pread(server.open("/g"), 0, 5);

        TouchedData data = Feed.run(
                        AllFigures.of(new TouchedFigure()),
                        Settings.of(ASSUMPTIONS).withDefinitions(new Definitions(true, false)),
                        1,
                        Feed.sources(server.events(), 10))
                .get(TouchedData.class);

        assertThat(data.hdfs()).isEqualTo(new Touched(25, 10, 90));
        assertThat(data.local()).isEqualTo(new Touched(2 * 20 + 3 * 5, 20, 180));
    }

    @Test
    void theUsedBytesGiveTheUntouchedOnes() {
        server.pread(server.open("/f"), 0, 30);
        assertThat(used(100).untouched()).hasValue(70);
        assertThat(used(10).untouched()).as("never hidden").isEqualTo(OptionalLong.of(-20));
    }

    private TouchedData used(long bytes) {
        return Feed.run(
                        AllFigures.of(new TouchedFigure()),
                        Settings.of(ASSUMPTIONS).withUsedBytes(bytes),
                        1,
                        Feed.sources(server.events(), 10))
                .get(TouchedData.class);
    }
}
