package org.underbase.tier.cli;

import java.io.PrintWriter;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.PrintableText;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Entry point of {@code hdfs tier}, which Hadoop's scripts call without Underbase's launcher. */
public final class TierShell {
    private TierShell() {}

    /**
     * Runs a command and exits with its code.
     *
     * @param args the command and its options
     */
    public static void main(String[] args) {
        // Threads of Hadoop's clients would keep the JVM alive.
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new TierCommand())
                .setCommandName("hdfs tier")
                .setUsageHelpAutoWidth(true)
                .setUsageHelpLongOptionsMaxWidth(30)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    if (failure instanceof ParameterException usage) {
                        return wrongUsage(usage);
                    }
                    report(command, failure, "");
                    return ExitCode.FAILURE;
                })
                .setParameterExceptionHandler((usage, args) -> wrongUsage(usage));
    }

    private static int wrongUsage(ParameterException usage) {
        CommandLine command = usage.getCommandLine();
        report(command, usage, " (see " + command.getCommandSpec().qualifiedName() + " --help)");
        return ExitCode.USAGE;
    }

    private static void report(CommandLine command, Exception failure, String hint) {
        PrintWriter err = command.getErr();
        err.println(command.getCommandSpec().qualifiedName() + ": " + PrintableText.of(OneLine.of(failure)) + hint);
        if ("1".equals(System.getenv("UNDERBASE_DEBUG"))) {
            failure.printStackTrace(err);
        }
        err.flush();
    }
}
