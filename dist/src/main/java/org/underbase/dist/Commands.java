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
 * Commands of all modules. Each module lists its command classes in {@code META-INF/underbase/commands}, one class name
 * per line, followed by {@code # command: description} for the launcher's help before anything is built. A module that extends
 * the command of another one lists {@code COMMAND... CLASS} in {@code META-INF/underbase/subcommands}.
 */
public final class Commands {
    static final String RESOURCE = "META-INF/underbase/commands";
    private static final String SUBCOMMANDS = "META-INF/underbase/subcommands";

    private Commands() {}

    /**
     * Creates the command line with every command on the class path.
     *
     * @param loader class loader that finds the lists and classes
     * @return the root command
     * @throws IOException if a list cannot be read
     */
    public static CommandLine commandLine(ClassLoader loader) throws IOException {
        CommandLine root = new CommandLine(new Root());
        for (String className : classNames(loader)) {
            root.addSubcommand(instantiate(loader, className));
        }
        for (String line : lines(loader, SUBCOMMANDS)) {
            String[] words = line.split(" ", -1);
            CommandLine parent = root;
            for (int i = 0; i < words.length - 1; i++) {
                parent = parent.getSubcommands().get(words[i]);
            }
            parent.addSubcommand(instantiate(loader, words[words.length - 1]));
        }
        // Subcommands inherit all of this.
        return root.setExecutionExceptionHandler(new OneLineErrors())
                .setParameterExceptionHandler(new OneLineErrors())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setUsageHelpLongOptionsMaxWidth(30);
    }

    static List<String> classNames(ClassLoader loader) throws IOException {
        return lines(loader, RESOURCE);
    }

    private static List<String> lines(ClassLoader loader, String resource) throws IOException {
        List<String> names = new ArrayList<>();
        for (URL url : Collections.list(loader.getResources(resource))) {
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
            throw new IllegalStateException("cannot create command " + className + ", which a module lists", e);
        }
    }

    @Command(
            name = "underbase",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Trace, tier, accelerate and scale-test HDFS and HBase.",
            subcommands = VersionCommand.class,
            synopsisSubcommandLabel = "COMMAND")
    static final class Root {}
}
