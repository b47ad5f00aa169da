package org.underbase.exalt.agent;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.underbase.exalt.tardis.Verify;

/**
 * What stands behind the {@code =} of {@code -javaagent:exalt-agent.jar=}: {@code key=value} pairs with commas between, or the path
 * of a properties file with the same keys.
 *
 * @param directories below which files are compressed, absolute; as named and without links, where that differs
 * @param pattern found in the paths of new files that are to be compressed
 * @param verify how closely it is looked at what is written
 * @param capacity bytes that the volume of each directory is said to have; 0 for what it has
 * @param registry a directory where emulated processes find each other; null where nothing is done to sockets
 * @param jmx whether statistics are a bean
 * @param statistics the file that gets them at the end, with the process's number for {@code %p}; {@code -} for standard error
 * @param quiet whether the agent says nothing when it has started
 */
record Options(
        List<String> directories,
        Pattern pattern,
        Verify verify,
        long capacity,
        Path registry,
        boolean jmx,
        Optional<String> statistics,
        boolean quiet) {
    static final String DIRECTORIES = "directories";
    static final String PATTERN = "pattern";
    static final String VERIFY = "verify";
    static final String CAPACITY = "capacity";
    static final String REGISTRY = "registry";
    static final String JMX = "jmx";
    static final String STATISTICS = "statistics";
    static final String QUIET = "quiet";
    private static final List<String> KEYS =
            List.of(DIRECTORIES, PATTERN, VERIFY, CAPACITY, REGISTRY, JMX, STATISTICS, QUIET);
    private static final String UNITS = "KMGTP";
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,15})([" + UNITS + "]?)");

    /** Reads them. */
    static Options of(String arguments) throws RefusedException {
        Map<String, String> values = values(arguments == null ? "" : arguments.strip());
        for (String key : values.keySet()) {
            if (!KEYS.contains(key)) {
                throw new RefusedException("there is no option '" + key + "'; there are " + KEYS);
            }
        }
        String registry = values.getOrDefault(REGISTRY, "");
        List<String> directories = directories(values.getOrDefault(DIRECTORIES, ""));
        if (directories.isEmpty() && registry.isEmpty()) {
            throw new RefusedException("nothing is named to compress: " + DIRECTORIES + "=/data/1:/data/2 for files, "
                    + REGISTRY + "=/run/exalt for sockets");
        }
        return new Options(
                directories,
                pattern(values.getOrDefault(PATTERN, "")),
                verify(values.getOrDefault(VERIFY, "full")),
                capacity(values.getOrDefault(CAPACITY, "0")),
                registry.isEmpty() ? null : directory(registry),
                flag(JMX, values.getOrDefault(JMX, "true")),
                Optional.ofNullable(values.get(STATISTICS)),
                flag(QUIET, values.getOrDefault(QUIET, "false")));
    }

    private static Map<String, String> values(String arguments) throws RefusedException {
        Map<String, String> values = new TreeMap<>();
        if (arguments.isEmpty()) {
            return values;
        }
        if (!arguments.contains("=")) {
            Properties file = new Properties();
            try (Reader in = Files.newBufferedReader(Path.of(arguments))) {
                file.load(in);
            } catch (IOException | IllegalArgumentException e) {
                throw new RefusedException("the file of options " + arguments + " cannot be read: " + e, e);
            }
            file.forEach(
                    (key, value) -> values.put(key.toString(), value.toString().strip()));
            return values;
        }
        for (String each : arguments.split(",", -1)) {
            int equals = each.indexOf('=');
            if (equals < 1) {
                throw new RefusedException("'" + each + "' is no option of the form key=value");
            }
            String key = each.substring(0, equals).strip();
            if (values.put(key, each.substring(equals + 1).strip()) != null) {
                throw new RefusedException("the option '" + key + "' is given twice"
                        + (key.equals(DIRECTORIES) ? "; several directories have ':' between them" : ""));
            }
        }
        return values;
    }

    private static List<String> directories(String text) throws RefusedException {
        List<String> all = new ArrayList<>();
        for (String each : text.split(":", -1)) {
            if (each.isBlank()) {
                continue;
            }
            Path directory = directory(each.strip());
            all.add(directory.toString());
            try {
                String real = directory.toRealPath().toString();
                if (!all.contains(real)) {
                    all.add(real);
                }
            } catch (IOException e) {
                throw new RefusedException("the directory " + directory + " cannot be found: " + e, e);
            }
        }
        return List.copyOf(all);
    }

    /** Made where it is not there. */
    private static Path directory(String text) throws RefusedException {
        Path directory = Path.of(text).toAbsolutePath().normalize();
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new RefusedException("the directory " + directory + " cannot be made: " + e, e);
        }
    }

    private static Pattern pattern(String text) throws RefusedException {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new RefusedException(PATTERN + "='" + text + "' is no regular expression: " + e.getDescription(), e);
        }
    }

    private static Verify verify(String text) throws RefusedException {
        try {
            return Verify.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            String wanted = Stream.of(Verify.values())
                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));
            throw new RefusedException(VERIFY + "='" + text + "' should be one of " + wanted, e);
        }
    }

    private static long capacity(String text) throws RefusedException {
        Matcher size = SIZE.matcher(text.toUpperCase(Locale.ROOT));
        if (size.matches()) {
            // The unit is the last letter, if there is one.
            int thousands = size.group(2).isEmpty() ? 0 : UNITS.indexOf(size.group(2)) + 1;
            long number = Long.parseLong(size.group(1));
            long unit = 1L << (10 * thousands);
            if (number <= Long.MAX_VALUE / unit) {
                return number * unit;
            }
        }
        throw new RefusedException(CAPACITY + "='" + text + "' should be a size such as 10T");
    }

    private static boolean flag(String key, String text) throws RefusedException {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new RefusedException(key + "='" + text + "' should be true or false");
        };
    }
}
