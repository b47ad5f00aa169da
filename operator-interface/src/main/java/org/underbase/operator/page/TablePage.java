package org.underbase.operator.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.underbase.operator.output.JsonText;

/** Output directory of a study: a page of its tables and charts, its JSON, and a CSV file per table. */
public final class TablePage {
    /** File name of the result. */
    public static final String RESULT = "result.json";

    private static final String FIGURES = "figures";

    private TablePage() {}

    /**
     * Creates the directory, and verifies that files can be written to it, so that a long simulation does not end without output.
     *
     * @param directory the directory
     * @throws IOException if that is impossible
     */
    public static void prepare(Path directory) throws IOException {
        try {
            Path figures = Files.createDirectories(directory.resolve(FIGURES));
            for (Path written : List.of(directory, figures)) {
                Files.delete(Files.createTempFile(written, "", ".part"));
            }
        } catch (FileSystemException e) {
            String reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
            throw new IOException("cannot write to " + directory + ": " + e.getFile() + ": " + reason, e);
        }
    }

    /** Deletes temporary files that killed processes have left in a directory, which the caller has locked. */
    public static void deleteParts(Path directory) throws IOException {
        for (Path written : List.of(directory, directory.resolve(FIGURES))) {
            if (Files.isDirectory(written)) {
                OutputFile.deleteParts(written);
            }
        }
    }

    /**
     * Writes the files. Each one replaces an older one atomically.
     *
     * @param facts title and facts of the page
     * @param tables tables, in the order of the page
     * @param sources HTML that names the sources of the figures
     * @param result result
     * @param directory the directory, which is created if missing
     * @return path of the page
     */
    public static Path write(RunFacts facts, List<PageTable> tables, String sources, ObjectNode result, Path directory)
            throws IOException {
        Path figures = Files.createDirectories(directory.resolve(FIGURES));
        for (PageTable table : tables) {
            OutputFile.replace(figures.resolve(table.id() + ".csv"), TableCsv.of(table));
        }
        OutputFile.replace(directory.resolve(RESULT), JsonText.of(result) + "\n");
        return Page.write(html(facts, tables, sources), directory);
    }

    /** Returns the text of the page. */
    static String html(RunFacts facts, List<PageTable> tables, String sources) throws IOException {
        ObjectNode data = JsonText.object();
        ObjectNode captions = data.putObject("captions");
        tables.forEach(table -> captions.put(table.id(), table.caption()));
        data.putArray("notAvailable");
        tables.forEach(table -> data.withArray("tables").add(TableJson.of(table)));
        return Page.html(facts, data, Page.resource(TablePage.class, "tables.js"), sources);
    }
}
