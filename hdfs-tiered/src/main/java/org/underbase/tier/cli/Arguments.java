package org.underbase.tier.cli;

import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Parsing of arguments for which picocli has no type; an invalid argument is a usage error. */
final class Arguments {
    private Arguments() {}

    static Path path(CommandSpec spec, String text) {
        try {
            return new Path(text);
        } catch (IllegalArgumentException e) {
            throw usage(spec, "'" + text + "' is not a path: " + e.getMessage(), e);
        }
    }

    /** Parser that throws {@link IllegalArgumentException} for invalid input. */
    @FunctionalInterface
    interface Parsed<T> {
        T value();
    }

    static <T> T checked(CommandSpec spec, Parsed<T> parsed) {
        try {
            return parsed.value();
        } catch (IllegalArgumentException e) {
            throw usage(spec, e.getMessage(), e);
        }
    }

    private static ParameterException usage(CommandSpec spec, String message, Exception cause) {
        return new ParameterException(spec.commandLine(), message, cause);
    }
}
