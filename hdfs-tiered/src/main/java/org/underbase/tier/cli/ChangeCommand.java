package org.underbase.tier.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import org.underbase.tier.client.TierChange;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Base of the commands that change files or directories. */
abstract class ChangeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TierCommand tier;

    @Mixin
    private ChangeOptions options;

    /** Returns the file or directory, as given. */
    abstract String target();

    /**
     * Parses the change.
     *
     * @throws IllegalArgumentException if the arguments are invalid
     */
    abstract TierChange change();

    @Override
    public final Integer call() throws IOException {
        Duration timeout = options.timeout(spec);
        Path path = Arguments.path(spec, target());
        TierChange change = Arguments.checked(spec, this::change);
        try (Session session = Session.open(tier.cluster(), path)) {
            return new ChangeRun(spec.commandLine(), session, options, timeout, tier.json()).run(path, change);
        }
    }
}
