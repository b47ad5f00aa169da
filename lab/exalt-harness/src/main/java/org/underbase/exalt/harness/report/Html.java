package org.underbase.exalt.harness.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Fragments of an HTML page. */
final class Html {
    private Html() {}

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    static String heading(String text) {
        return "<h2>" + escape(text) + "</h2>\n";
    }

    static String items(List<String> texts) {
        return texts.stream()
                .map(text -> "<li>" + escape(text) + "</li>\n")
                .collect(Collectors.joining("", "<ul>\n", "</ul>\n"));
    }

    static String preformatted(String text) {
        return "<pre>" + escape(text) + "</pre>\n";
    }

    /** Returns a script from a resource of this package. */
    static String script(String name) {
        try (InputStream in = Html.class.getResourceAsStream(name)) {
            return "<script>\n" + new String(in.readAllBytes(), StandardCharsets.UTF_8) + "</script>\n";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }

    /** Returns a page without references to other files. */
    static String page(String title, String body) {
        return """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><title>%s</title><style>
                body { font: 15px/1.45 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
                pre { overflow-x: auto; background: #f5f5f5; padding: .8rem; }
                .warning { border-left: .4rem solid #c33; padding: .3rem .8rem; background: #fbeaea; }
                .charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(30rem, 1fr)); gap: 1rem; }
                figure { margin: 0; } figcaption small { color: #666; }
                svg text { font-size: 11px; fill: #555; text-anchor: end; }
                svg.flame { background: #fafafa; margin-bottom: 1rem; } svg.flame text { fill: #000; text-anchor: start; pointer-events: none; }
                svg polyline { fill: none; stroke: #06c; stroke-width: 1.5; } .axis { stroke: #bbb; }
                </style></head><body>
                <h1>%s</h1>
                """
                        .formatted(escape(title), escape(title))
                + body + "</body></html>\n";
    }
}
