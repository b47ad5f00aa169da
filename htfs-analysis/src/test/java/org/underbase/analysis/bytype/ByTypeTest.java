package org.underbase.analysis.bytype;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.underbase.analysis.TestAnalysis;
import org.underbase.analysis.access.Touched;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestProcess;

class ByTypeTest {
    private static final String REGION = "/hbase/data/default/messages/0123456789abcdef0123456789abcdef/";

    private final TestProcess server = new TestProcess("n1", "1@0");

    @Test
    void dataAndIoByType() {
        long out = server.create(REGION + "Keywords/f", 3);
        server.write(out, 100).closeOutput(out);
        long in = server.open(REGION + "Keywords/f");
        server.pread(in, 50, 70).pread(in, 50, 70);
        server.write(server.create("/hbase/WALs/s/log", 3), 30);
        server.delete("/hbase/WALs/s/log");
        server.pread(server.open("/other"), 0, 5);

        ByType result = Feed.whole(new ByTypeFigure(), new Assumptions(3, 1 << 20), server.events());

        assertThat(result.types()).extracting(ByType.OfType::label).containsExactly("Keywords", "WAL", "other");
        ByType.OfType family = result.types().get(0);
        assertThat(family.data()).isEqualTo(new Touched(20, 50, 50));
        assertThat(family.live()).isEqualTo(family.data());
        assertThat(family.read()).isEqualTo(140);
        assertThat(family.written()).isEqualTo(100);
        assertThat(family.ioPerByte()).hasValue(2);
        assertThat(result.types().get(1).live()).isEqualTo(Touched.NONE);
        assertThat(result.all().data().total()).isEqualTo(120 + 30 + 5);
    }

    @Test
    void thePapersValuesStandBesideItsFamilies() {
        server.pread(server.open(REGION + "PrefetchMeta/f"), 0, 5);
        var json = TestAnalysis.of(server.events()).figures().json().get("byType");
        assertThat(json.at("/all/paperIoPerByte").asDouble()).isEqualTo(2.68);
        assertThat(json.at("/types/0/paperIoPerByte").asDouble()).isEqualTo(15);
    }
}
