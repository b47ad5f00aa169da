package org.underbase.dist;

import java.io.PrintWriter;
import java.util.Optional;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.PrintableText;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Exception handler that prints one line on standard error; {@code UNDERBASE_DEBUG=1} adds the stack trace. */
final class OneLineErrors implements IExecutionExceptionHandler, IParameterExceptionHandler {
    /** System property with the launcher's path as the user typed it. */
    static final String COMMAND = "underbase.command";

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof ParameterException usage) {
            return handleParseException(usage, new String[0]);
        }
        print(command, failure, "");
        return ExitCode.FAILURE;
    }

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        String name = nameOf(command);
        String hint =
                " (see " + System.getProperty(COMMAND, "./underbase") + (name.isEmpty() ? "" : " " + name) + " --help)";
        print(command, unknownCommand(failure).orElse(failure), hint);
        return ExitCode.USAGE;
    }

    private static String nameOf(CommandLine command) {
        return command.getCommandSpec().qualifiedName().replaceFirst("^underbase ?", "");
    }

    /** Names the first unknown word where a command is expected: the words after it are no cause. */
    private static Optional<Exception> unknownCommand(ParameterException failure) {
        if (!(failure instanceof UnmatchedArgumentException unmatched)
                || failure.getCommandLine().getSubcommands().isEmpty()) {
            return Optional.empty();
        }
        String first = unmatched.getUnmatched().get(0);
        return first.startsWith("-")
                ? Optional.empty()
                : Optional.of(new ParameterException(failure.getCommandLine(), "unknown command '" + first + "'"));
    }

    private static void print(CommandLine command, Exception failure, String hint) {
        PrintWriter err = command.getErr();
        String name = nameOf(command);
        err.println("underbase: " + (name.isEmpty() ? "" : name + ": ") + PrintableText.of(oneLine(failure)) + hint);
        if ("1".equals(System.getenv("UNDERBASE_DEBUG"))) {
            failure.printStackTrace(err);
        }
        err.flush();
    }

    /** Finds the first non-blank line of the messages: Hadoop's remote exceptions carry stack traces in theirs. */
    static String oneLine(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            String message = t.getMessage();
            if (message != null && !message.isBlank()) {
                String first = message.strip().lines().findFirst().orElse("").strip();
                boolean bare = t instanceof java.nio.file.FileSystemException && first.equals(fileOf(t));
                return bare ? t.getClass().getSimpleName().replaceFirst("Exception$", "") + ": " + first : first;
            }
        }
        return failure.getClass().getSimpleName();
    }

    private static String fileOf(Throwable t) {
        return ((java.nio.file.FileSystemException) t).getFile();
    }
}
