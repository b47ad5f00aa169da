package org.underbase.dist;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Finds the verbs: each module lists the classes of its own in {@code META-INF/underbase/verbs}, one class name a line,
 * followed by {@code # verb: what it does} for the launcher's help before anything is built.
 */
public final class Verbs {
    static final String RESOURCE = "META-INF/underbase/verbs";

    private Verbs() {}

    /**
     * The whole command line with every verb of the class path.
     *
     * @param loader finds the verbs
     * @throws IOException when a list of verbs cannot be read
     */
    public static CommandLine commandLine(ClassLoader loader) throws IOException {
        CommandLine root = new CommandLine(new Root());
        for (String className : classNames(loader)) {
            root.addSubcommand(instantiate(loader, className));
        }
        // A verb that has verbs of its own inherits all of this.
        return root.setExecutionExceptionHandler(new OneLineErrors())
                .setParameterExceptionHandler(new OneLineErrors())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setUsageHelpLongOptionsMaxWidth(30);
    }

    static List<String> classNames(ClassLoader loader) throws IOException {
        List<String> names = new ArrayList<>();
        for (URL url : Collections.list(loader.getResources(RESOURCE))) {
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(url.openStream(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    int comment = line.indexOf('#');
                    String name = (comment < 0 ? line : line.substring(0, comment)).strip();
                    if (!name.isEmpty()) {
                        names.add(name);
                    }
                }
            }
        }
        Collections.sort(names);
        return names;
    }

    private static Object instantiate(ClassLoader loader, String className) {
        try {
            return loader.loadClass(className).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "the verb class " + className + " named in " + RESOURCE + " does not work", e);
        }
    }

    @Command(
            name = "underbase",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Modules that make HDFS a better home for HBase.",
            subcommands = VersionCommand.class,
            synopsisSubcommandLabel = "VERB")
    static final class Root {}
}
