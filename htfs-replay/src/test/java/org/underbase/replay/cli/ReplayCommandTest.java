package org.underbase.replay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ReplayCommandTest {
    @ParameterizedTest
    @CsvSource({
        "--under=/, invalid --under /: the root directory cannot be a replay's directory",
        "--under=//, invalid --under //: the root directory cannot be a replay's directory",
        "--under=relative, invalid --under relative: must be an absolute path",
        "--under=/a/../.., invalid --under /a/../..: must not contain . or .. as a directory",
        "--under=/a/./b, invalid --under /a/./b: must not contain . or .. as a directory",
        "--to=nowhere, invalid --to nowhere: must be an address such as hdfs://host:8020",
        "--in-flight=0, invalid --in-flight 0: must be 1 to 10000",
        "--max-divergence=-1, invalid --max-divergence -1: must be at least 0",
        "--speed=0, invalid speed '0': must be a positive number",
        "--speed=NaN, invalid speed 'NaN': must be a positive number",
        "--speed=max --loop=open, invalid --speed max: requires --loop closed",
    })
    void invalidOptionsAreRejectedBeforeAnythingIsRead(String options, String message) {
        List<String> arguments = new ArrayList<>(List.of("/missing"));
        arguments.addAll(List.of(options.split(" ", -1)));
        if (!options.contains("--under")) {
            arguments.add("--under=/replay");
        }
        if (!options.contains("--to")) {
            arguments.add("--to=hdfs://localhost:1");
        }
        StringWriter err = new StringWriter();
        int code = new CommandLine(new ReplayCommand())
                .setErr(new PrintWriter(err))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments.toArray(String[]::new));

        assertThat(err.toString()).contains(message);
        assertThat(code).isEqualTo(2);
    }
}
