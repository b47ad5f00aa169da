package org.underbase.exalt.harness.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.underbase.exalt.harness.profile.Profile;
import org.underbase.exalt.harness.report.RunCsv;
import org.underbase.exalt.harness.report.RunJson;
import org.underbase.exalt.harness.report.RunPage;
import org.underbase.exalt.harness.report.RunText;
import org.underbase.exalt.harness.run.RunResult;

/** Where a result goes. */
final class Results {
    private Results() {}

    /**
     * Writes it.
     *
     * @param out directory that gets its files
     * @param json whether it is printed so
     * @return the exit code
     */
    static int tell(RunResult result, Optional<Path> out, boolean json, PrintWriter print) throws IOException {
        if (out.isPresent()) {
            Path directory = Files.createDirectories(out.get());
            Files.writeString(directory.resolve("run.json"), RunJson.of(result) + "\n");
            Files.writeString(directory.resolve("run.csv"), RunCsv.of(result.samples()));
            Files.writeString(directory.resolve("run.html"), RunPage.of(result));
            for (Profile profile : result.profiles()) {
                Files.writeString(directory.resolve(profile.fileName() + ".collapsed"), profile.collapsed());
            }
        }
        print.println(json ? RunJson.of(result) : RunText.of(result));
        print.flush();
        return result.errors() == 0 ? 0 : 1;
    }
}
