package org.underbase.bench.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What Maven's Surefire reported.
 *
 * @param classes how many test classes ran
 * @param tests how many tests ran, the skipped ones included
 * @param failed the tests that failed: class, method and message
 */
record SurefireReports(int classes, int tests, int skipped, List<String> failed) {

    /** Removes reports of an earlier run. */
    static void clear(Path directory) throws IOException {
        for (Path report : reports(directory)) {
            Files.delete(report);
        }
    }

    static SurefireReports read(Path directory) throws IOException {
        int tests = 0;
        int skipped = 0;
        List<String> failed = new ArrayList<>();
        List<Path> reports = reports(directory);
        for (Path report : reports) {
            Element suite = parse(report);
            tests += Integer.parseInt(suite.getAttribute("tests"));
            skipped += Integer.parseInt(suite.getAttribute("skipped"));
            for (String kind : List.of("failure", "error")) {
                NodeList found = suite.getElementsByTagName(kind);
                for (int i = 0; i < found.getLength(); i++) {
                    Element what = (Element) found.item(i);
                    Element test = (Element) what.getParentNode();
                    failed.add(test.getAttribute("classname") + "." + test.getAttribute("name") + ": "
                            + what.getAttribute("message").lines().findFirst().orElse(what.getAttribute("type")));
                }
            }
        }
        return new SurefireReports(reports.size(), tests, skipped, failed);
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
