package org.underbase.dist;

import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Every failure is one line on standard error; {@code UNDERBASE_DEBUG=1} adds the stack. */
final class OneLineErrors implements IExecutionExceptionHandler, IParameterExceptionHandler {
    /** How the launcher was called, which its script sets. */
    static final String COMMAND = "underbase.command";

    @Override
    public int handleExecutionException(Exception failure, CommandLine verb, ParseResult parsed) {
        if (failure instanceof ParameterException usage) {
            return handleParseException(usage, new String[0]);
        }
        tell(verb, failure, "");
        return CommandLine.ExitCode.SOFTWARE;
    }

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CommandLine verb = failure.getCommandLine();
        String name = nameOf(verb);
        String hint =
                " (see " + System.getProperty(COMMAND, "./underbase") + (name.isEmpty() ? "" : " " + name) + " --help)";
        tell(verb, unknownVerb(failure).orElse(failure), hint);
        return CommandLine.ExitCode.USAGE;
    }

    private static String nameOf(CommandLine verb) {
        return verb.getCommandSpec().qualifiedName().replaceFirst("^underbase ?", "");
    }

    /** Where a verb is wanted the first word that is none is what is wrong, not what follows it. */
    private static Optional<Exception> unknownVerb(ParameterException failure) {
        if (!(failure instanceof UnmatchedArgumentException unmatched)
                || failure.getCommandLine().getSubcommands().isEmpty()) {
            return Optional.empty();
        }
        String first = unmatched.getUnmatched().get(0);
        return first.startsWith("-")
                ? Optional.empty()
                : Optional.of(new ParameterException(failure.getCommandLine(), "unknown verb '" + first + "'"));
    }

    private static void tell(CommandLine verb, Exception failure, String hint) {
        PrintWriter err = verb.getErr();
        String name = nameOf(verb);
        err.println("underbase: " + (name.isEmpty() ? "" : name + ": ") + printable(oneLine(failure)) + hint);
        if ("1".equals(System.getenv("UNDERBASE_DEBUG"))) {
            failure.printStackTrace(err);
        }
        err.flush();
    }

    /** The first line that says something: Hadoop's remote exceptions carry whole stacks in their message. */
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

    /** Names of files may hold what a terminal would obey. */
    static String printable(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (Character.isISOControl(c)) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    private static String fileOf(Throwable t) {
        return ((java.nio.file.FileSystemException) t).getFile();
    }
}
