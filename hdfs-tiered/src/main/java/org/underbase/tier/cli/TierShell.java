package org.underbase.tier.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** {@code hdfs tier}: the entry point below stock Hadoop's own scripts, without Underbase's launcher. */
public final class TierShell {
    private TierShell() {}

    /**
     * Runs the verb and exits with its code.
     *
     * @param args the verb and its options
     */
    public static void main(String[] args) {
        // Hadoop's clients leave threads that would keep the JVM alive.
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new TierCommand())
                .setCommandName("hdfs tier")
                .setUsageHelpAutoWidth(true)
                .setUsageHelpLongOptionsMaxWidth(30)
                .setExecutionExceptionHandler((failure, verb, parsed) -> {
                    if (failure instanceof ParameterException usage) {
                        return wrongUsage(usage);
                    }
                    tell(verb, failure, "");
                    return CommandLine.ExitCode.SOFTWARE;
                })
                .setParameterExceptionHandler((usage, args) -> wrongUsage(usage));
    }

    private static int wrongUsage(ParameterException usage) {
        CommandLine verb = usage.getCommandLine();
        tell(verb, usage, " (see " + verb.getCommandSpec().qualifiedName() + " --help)");
        return CommandLine.ExitCode.USAGE;
    }

    private static void tell(CommandLine verb, Exception failure, String hint) {
        PrintWriter err = verb.getErr();
        err.println(verb.getCommandSpec().qualifiedName() + ": " + Text.printable(OneLine.of(failure)) + hint);
        if ("1".equals(System.getenv("UNDERBASE_DEBUG"))) {
            failure.printStackTrace(err);
        }
        err.flush();
    }
}
