package org.underbase.bench.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What Maven's Surefire reported.
 *
 * @param tests what became of each test, by its class and its name
 */
record SurefireReports(Map<Test, Outcome> tests) {

    /** A test by its class and its name, parameters included. */
    record Test(String type, String name) implements Comparable<Test> {
        private static final Comparator<Test> ORDER =
                Comparator.comparing(Test::type).thenComparing(Test::name);

        @Override
        public int compareTo(Test other) {
            return ORDER.compare(this, other);
        }

        @Override
        public String toString() {
            return type.substring(type.lastIndexOf('.') + 1) + "." + name;
        }
    }

    /** How a test ended. */
    enum Ending {
        PASSED,
        FAILED,
        SKIPPED
    }

    /**
     * What became of a test.
     *
     * @param message the first line of why it failed or was skipped; empty when it passed or nothing was said
     */
    record Outcome(Ending ending, String message) {}

    /** Removes reports of an earlier run. */
    static void clear(Path directory) throws IOException {
        for (Path report : reports(directory)) {
            Files.delete(report);
        }
    }

    static SurefireReports read(Path directory) throws IOException {
        Map<Test, Outcome> tests = new TreeMap<>();
        for (Path report : reports(directory)) {
            NodeList cases = parse(report).getElementsByTagName("testcase");
            for (int i = 0; i < cases.getLength(); i++) {
                Element test = (Element) cases.item(i);
                tests.put(unused(tests, test.getAttribute("classname"), test.getAttribute("name")), outcome(test));
            }
        }
        return new SurefireReports(tests);
    }

    /** How many tests of a class ended that way. */
    long count(String type, Ending ending) {
        return tests.entrySet().stream()
                .filter(test ->
                        test.getKey().type().equals(type) && test.getValue().ending() == ending)
                .count();
    }

    /** How many tests ended that way. */
    long count(Ending ending) {
        return tests.values().stream().filter(test -> test.ending() == ending).count();
    }

    /** The classes with a report, by name. */
    List<String> types() {
        return tests.keySet().stream().map(Test::type).distinct().toList();
    }

    /** Whether the test ran and failed. */
    boolean failed(Test test) {
        Outcome outcome = tests.get(test);
        return outcome != null && outcome.ending() == Ending.FAILED;
    }

    /** A parameterized class may run tests of one name many times: they are numbered in their order. */
    private static Test unused(Map<Test, Outcome> tests, String type, String name) {
        Test test = new Test(type, name);
        for (int i = 2; tests.containsKey(test); i++) {
            test = new Test(type, name + " (" + i + ")");
        }
        return test;
    }

    private static Outcome outcome(Element test) {
        for (String kind : List.of("failure", "error")) {
            NodeList found = test.getElementsByTagName(kind);
            if (found.getLength() > 0) {
                Element what = (Element) found.item(0);
                return new Outcome(Ending.FAILED, firstLine(what, what.getAttribute("type")));
            }
        }
        NodeList skipped = test.getElementsByTagName("skipped");
        return skipped.getLength() > 0
                ? new Outcome(Ending.SKIPPED, firstLine((Element) skipped.item(0), "no reason told"))
                : new Outcome(Ending.PASSED, "");
    }

    private static String firstLine(Element what, String otherwise) {
        return (what.getAttribute("message") + "\n" + what.getTextContent())
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse(otherwise);
    }

    private static List<Path> reports(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .sorted()
                    .toList();
        }
    }

    private static Element parse(Path report) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder().parse(report.toFile()).getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(report + " is no report of Surefire: " + e.getMessage(), e);
        }
    }
}
