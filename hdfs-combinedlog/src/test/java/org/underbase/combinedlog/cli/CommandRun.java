package org.underbase.combinedlog.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** Result of a run of the command. A failure is one line, as in the launcher. */
record CommandRun(int exitCode, String out, String err) {
    static CommandRun run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = new CommandLine(new CombinedLogCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println(failure.getMessage());
                    return failure instanceof CommandLine.ParameterException ? 2 : 1;
                })
                .execute(args);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out);
    }
}
