package org.underbase.exalt.harness.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class FlameGraphTest {
    private static final Profile PROFILE = new Profile(
            "write",
            "NameNode",
            Map.of("IPC #;a.B.run;c.D.<init>", 3L, "IPC #;a.B.run;c.E.\"&f", 4L, "IPC #;a.B.run", 1L, "main;g.H.i", 2L),
            Map.of());

    @Test
    void graphIsWellFormedAndContainsEachFrame() throws Exception {
        NodeList titles = parse(FlameGraph.of(PROFILE)).getElementsByTagName("title");
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < titles.getLength(); i++) {
            texts.add(titles.item(i).getTextContent());
        }
        assertThat(texts)
                .containsExactlyInAnyOrder(
                        "all: 10 samples, 100.00 %",
                        "IPC #: 8 samples, 80.00 %",
                        "a.B.run: 8 samples, 80.00 %",
                        "c.D.<init>: 3 samples, 30.00 %",
                        "c.E.\"&f: 4 samples, 40.00 %",
                        "main: 2 samples, 20.00 %",
                        "g.H.i: 2 samples, 20.00 %");
    }

    @Test
    void widthOfAFrameIsProportionalAndWithinItsCaller() throws Exception {
        NodeList groups = parse(FlameGraph.of(PROFILE)).getElementsByTagName("g");
        double whole = 0;
        for (int i = 0; i < groups.getLength(); i++) {
            Element group = (Element) groups.item(i);
            String title = group.getElementsByTagName("title").item(0).getTextContent();
            double share = Double.parseDouble(title.replaceAll(".*, ([0-9.]+) %", "$1")) / 100;
            Element rect = (Element) group.getElementsByTagName("rect").item(0);
            double left = Double.parseDouble(rect.getAttribute("x"));
            double width = Double.parseDouble(rect.getAttribute("width"));
            assertThat(width).as(title).isCloseTo(share * FlameGraph.WIDTH, within(0.01));
            boolean called = title.startsWith("c.");
            if (title.startsWith("IPC") || title.startsWith("main")) {
                whole += width;
            }
            // The caller covers the first eight tenths of the graph.
            assertThat(left + width).as(title).isLessThanOrEqualTo((called ? 0.8 : 1) * FlameGraph.WIDTH + 0.01);
        }
        assertThat(whole).isCloseTo(FlameGraph.WIDTH, within(0.01));
    }

    @Test
    void noSamplesYieldAnEmptyGraph() throws Exception {
        Element svg = parse(FlameGraph.of(new Profile("write", "NameNode", Map.of(), Map.of())));
        assertThat(svg.getElementsByTagName("g").getLength()).isZero();
    }

    @Test
    void framesWithTheMostSelfTimeComeFirst() {
        assertThat(PROFILE.top(2)).containsExactly(new Profile.Self("c.E.\"&f", 4), new Profile.Self("c.D.<init>", 3));
        assertThat(PROFILE.samples()).isEqualTo(10);
        assertThat(PROFILE.collapsed().lines()).hasSize(4).contains("IPC #;a.B.run 1");
        assertThat(PROFILE.fileName()).isEqualTo("write-namenode");
    }

    private static Element parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getDocumentElement();
    }
}
