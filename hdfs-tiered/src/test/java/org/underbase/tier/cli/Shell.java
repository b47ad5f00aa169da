package org.underbase.tier.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** Runs {@code hdfs tier} inside this JVM, with the settings of some cluster as {@code -D} options. */
public final class Shell {
    private final List<String> settings = new ArrayList<>();

    /** Output and exit code of a run. */
    public record Said(int exitCode, String out, String err) {
        JsonNode json() throws IOException {
            return new ObjectMapper().readTree(out);
        }
    }

    public Shell(Map<String, String> conf) {
        conf.forEach((key, value) -> settings.addAll(List.of("-D", key + "=" + value)));
    }

    public Said run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine tier = TierShell.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        List<String> all = new ArrayList<>(settings);
        all.addAll(List.of(arguments));
        int code = tier.execute(all.toArray(String[]::new));
        return new Said(code, out.toString(), err.toString());
    }
}
