package org.underbase.operator.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * HTML page that contains its charts, their library (Apache ECharts) and their data. A browser needs no network to show it.
 */
public final class Page {
    /** File name of a page. */
    public static final String NAME = "index.html";

    private Page() {}

    /**
     * Returns the text of a page.
     *
     * @param facts title and facts
     * @param data data for the script; it contains captions and the IDs of missing figures
     * @param figures script that defines the figures
     * @param sources HTML that names the sources of the figures
     * @throws IOException if a part of the page is missing on the class path
     */
    public static String html(RunFacts facts, ObjectNode data, String figures, String sources) throws IOException {
        data.put("title", facts.title());
        ArrayNode shown = data.putArray("facts");
        facts.facts().forEach(fact -> shown.addObject().put("name", fact.name()).put("value", fact.value()));
        return new PageTemplate(resource(Page.class, "page.html"))
                .fill(Map.of(
                        "title", PageTemplate.escapeText(facts.title()),
                        "style", style(),
                        "sources", sources,
                        "data", PageTemplate.escapeJson(data.toString()),
                        "echarts", resource(Page.class, echarts()),
                        "script", new PageTemplate(resource(Page.class, "page.js")).fill(Map.of("figures", figures))));
    }

    /** Returns the style sheet of pages. */
    public static String style() throws IOException {
        return resource(Page.class, "page.css");
    }

    /**
     * Writes {@code index.html} into a directory, which is created if missing. An older page is replaced atomically.
     *
     * @return path of the page
     */
    public static Path write(String html, Path directory) throws IOException {
        Path page = Files.createDirectories(directory).resolve(NAME);
        OutputFile.replace(page, html);
        return page;
    }

    /** Returns the path of the library in its webjar on the class path. */
    private static String echarts() throws IOException {
        Properties webjar = new Properties();
        try (InputStream in = open(Page.class, "/META-INF/maven/org.webjars/echarts/pom.properties")) {
            webjar.load(in);
        }
        return "/META-INF/resources/webjars/echarts/" + webjar.getProperty("version") + "/echarts.min.js";
    }

    /**
     * Returns a text on the class path.
     *
     * @param owner class in whose package it is
     * @param name file name, or absolute path
     */
    public static String resource(Class<?> owner, String name) throws IOException {
        try (InputStream in = open(owner, name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream open(Class<?> owner, String name) throws IOException {
        InputStream in = owner.getResourceAsStream(name);
        if (in == null) {
            throw new IOException(name + " is missing on the class path");
        }
        return in;
    }
}
