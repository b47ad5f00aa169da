package org.underbase.bench.analysis.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import org.underbase.analysis.cli.AnalyzeCommand;
import picocli.CommandLine;

/** One measured {@code underbase analyze}: {@code CommandMain ARGUMENT... DIRECTORY}. */
public final class CommandMain {
    private CommandMain() {}

    /** Runs the command. Its result is in its report. */
    public static void main(String[] args) throws IOException {
        String[] arguments = Arrays.copyOf(args, args.length - 1);
        Meter meter = new Meter();
        StringWriter err = new StringWriter();
        int exit = new CommandLine(new AnalyzeCommand())
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        if (exit != 0) {
            throw new IOException("analyze failed with exit code " + exit + ": " + err);
        }
        meter.end(Path.of(args[args.length - 1]), JsonNodeFactory.instance.objectNode());
    }
}
