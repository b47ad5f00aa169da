package org.underbase.analysis.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.underbase.analysis.figure.Figures;
import org.underbase.operator.page.OutputFile;

/** Tables of the figures as CSV files. */
public final class CsvFiles {
    private CsvFiles() {}

    /**
     * Writes one file per table.
     *
     * @param figures results of all figures
     * @param directory directory of the files, which is created if missing
     */
    public static void write(Figures figures, Path directory) throws IOException {
        Files.createDirectories(directory);
        for (Map.Entry<String, String> table : figures.csv().entrySet()) {
            OutputFile.write(directory.resolve(table.getKey() + ".csv"), table.getValue());
        }
    }
}
