package org.underbase.bench.analysis.duckdb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The queries of docs/parquet.md, a resource of this package. */
record DocumentedQueries(String page) {
    private static final Pattern VIEW = Pattern.compile("CREATE VIEW .*;");

    static DocumentedQueries load() throws IOException {
        try (InputStream page = DocumentedQueries.class.getResourceAsStream("parquet.md")) {
            return new DocumentedQueries(new String(page.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Returns the statements that name the tables of a directory. */
    List<String> views(Path tables) {
        return VIEW.matcher(page)
                .results()
                .map(MatchResult::group)
                .map(view -> view.replace("tables/", tables + "/"))
                .toList();
    }

    /** Returns the query of a figure, such as {@code F2}. */
    String of(String figure) {
        String title = "### Figure " + figure.substring(1) + ":";
        String begin = "```sql\n";
        int from = page.indexOf(begin, page.indexOf(title)) + begin.length();
        return page.substring(from, page.indexOf("```", from));
    }
}
