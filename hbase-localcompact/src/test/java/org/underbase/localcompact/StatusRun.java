package org.underbase.localcompact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.underbase.localcompact.cli.LocalCompactCommand;
import org.underbase.testbed.TestCluster;
import picocli.CommandLine;

/** Result of {@code underbase localcompact status}. A failure is one line, as in the launcher. */
record StatusRun(int exitCode, String out, String err) {
    static StatusRun of(TestCluster cluster, String... options) {
        List<String> all = new ArrayList<>(
                List.of("--conf", cluster.clientConfigurationDirectory().toString()));
        all.addAll(List.of(options));
        return of(all.toArray(String[]::new));
    }

    static StatusRun of(String... options) {
        List<String> all = new ArrayList<>(List.of("status"));
        all.addAll(List.of(options));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = new CommandLine(new LocalCompactCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println(failure.getMessage());
                    return 1;
                })
                .execute(all.toArray(String[]::new));
        return new StatusRun(exitCode, out.toString(), err.toString());
    }

    JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out);
    }
}
