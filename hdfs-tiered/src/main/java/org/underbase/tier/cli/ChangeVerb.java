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

/** What the verbs have in common that change something. */
abstract class ChangeVerb implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TierCommand tier;

    @Mixin
    private ChangeOptions options;

    /** The file or directory, as written. */
    abstract String target();

    /** @throws IllegalArgumentException when what was written is none */
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
