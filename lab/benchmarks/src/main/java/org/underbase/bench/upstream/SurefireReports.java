package org.underbase.bench.upstream;

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
 * Results that Maven's Surefire reported.
 *
 * @param tests outcome of each test
 */
record SurefireReports(Map<Test, Outcome> tests) {

    /**
     * Test case.
     *
     * @param type qualified name of its class
     * @param name name of its method, including parameters
     */
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

    /** Status of a test. */
    enum Status {
        PASSED,
        FAILED,
        SKIPPED
    }

    /**
     * Outcome of a test.
     *
     * @param status status
     * @param message first line of the failure or of the reason for skipping; may be empty
     */
    record Outcome(Status status, String message) {}

    /** Removes the files of an earlier run, if the directory exists. */
    static void clear(Path directory) throws IOException {
        if (Files.exists(directory)) {
            List<Path> files;
            try (Stream<Path> tree = Files.walk(directory)) {
                files = tree.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    /** Reads all reports in a directory; there are none if it does not exist. */
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

    /** Returns the number of tests of a class with a status. */
    long count(String type, Status status) {
        return tests.entrySet().stream()
                .filter(test ->
                        test.getKey().type().equals(type) && test.getValue().status() == status)
                .count();
    }

    /** Returns the number of tests with a status. */
    long count(Status status) {
        return tests.values().stream().filter(test -> test.status() == status).count();
    }

    /** Returns the names of the classes with a report. */
    List<String> types() {
        return tests.keySet().stream().map(Test::type).distinct().toList();
    }

    /** Returns whether the test ran and failed. */
    boolean failed(Test test) {
        Outcome outcome = tests.get(test);
        return outcome != null && outcome.status() == Status.FAILED;
    }

    /** Returns the names of the classes with a failed test. */
    List<String> failedClasses() {
        return tests.keySet().stream()
                .filter(this::failed)
                .map(Test::type)
                .distinct()
                .toList();
    }

    /**
     * Replaces classes by their results in a later run.
     *
     * @param later results of some of the classes
     */
    SurefireReports replacedBy(SurefireReports later) {
        Map<Test, Outcome> last = new TreeMap<>(tests);
        last.keySet().removeIf(test -> later.types().contains(test.type()));
        last.putAll(later.tests());
        return new SurefireReports(last);
    }

    /** Numbers the tests of one name, which a parameterized class runs several times. */
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
                Element failure = (Element) found.item(0);
                return new Outcome(Status.FAILED, firstLine(failure, failure.getAttribute("type")));
            }
        }
        NodeList skipped = test.getElementsByTagName("skipped");
        return skipped.getLength() > 0
                ? new Outcome(Status.SKIPPED, firstLine((Element) skipped.item(0), "no reason"))
                : new Outcome(Status.PASSED, "");
    }

    private static String firstLine(Element element, String otherwise) {
        return (element.getAttribute("message") + "\n" + element.getTextContent())
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
            throw new IOException("malformed Surefire report " + report + ": " + e.getMessage(), e);
        }
    }
}
