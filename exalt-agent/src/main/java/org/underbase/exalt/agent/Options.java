package org.underbase.exalt.agent;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.underbase.exalt.tardis.Verify;

/**
 * Options of {@code -javaagent:exalt-agent.jar=OPTIONS}: comma-separated {@code key=value} pairs, or the path of a properties file with
 * the same keys.
 *
 * @param directories absolute directories whose files are compressed, as given and with symbolic links resolved
 * @param pattern regular expression that the path of a new file must contain for compression
 * @param verify number of bytes that the agent verifies before it compresses a write
 * @param capacity reported size of each directory's volume, in bytes; 0 for the real size
 * @param registry directory in which emulated processes find each other; null if sockets are not hooked
 * @param jmx whether to register the statistics as an MXBean
 * @param statistics file for the statistics at exit, {@code %p} stands for the process ID; {@code -} for standard error; empty for none
 * @param quiet whether to omit the message after startup
 */
record Options(
        List<String> directories,
        Pattern pattern,
        Verify verify,
        long capacity,
        Path registry,
        boolean jmx,
        String statistics,
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

    /**
     * Parses options.
     *
     * @param arguments text after the {@code =}; may be null
     * @return the options
     * @throws AgentStartupException if an option is invalid
     */
    static Options of(String arguments) throws AgentStartupException {
        Map<String, String> values = values(arguments == null ? "" : arguments.strip());
        for (String key : values.keySet()) {
            if (!KEYS.contains(key)) {
                throw new AgentStartupException("unknown option '" + key + "': must be one of " + KEYS);
            }
        }
        String registry = values.getOrDefault(REGISTRY, "");
        List<String> directories = directories(values.getOrDefault(DIRECTORIES, ""));
        if (directories.isEmpty() && registry.isEmpty()) {
            throw new AgentStartupException("nothing to compress: set " + DIRECTORIES + "=/data/1:/data/2 for files, "
                    + REGISTRY + "=/run/exalt for sockets");
        }
        return new Options(
                directories,
                pattern(values.getOrDefault(PATTERN, "")),
                verify(values.getOrDefault(VERIFY, "full")),
                capacity(values.getOrDefault(CAPACITY, "0")),
                registry.isEmpty() ? null : directory(registry),
                flag(JMX, values.getOrDefault(JMX, "true")),
                values.getOrDefault(STATISTICS, ""),
                flag(QUIET, values.getOrDefault(QUIET, "false")));
    }

    private static Map<String, String> values(String arguments) throws AgentStartupException {
        Map<String, String> values = new TreeMap<>();
        if (arguments.isEmpty()) {
            return values;
        }
        if (!arguments.contains("=")) {
            Properties file = new Properties();
            try (Reader in = Files.newBufferedReader(Path.of(arguments))) {
                file.load(in);
            } catch (IOException | IllegalArgumentException e) {
                throw new AgentStartupException("cannot read options file " + arguments + ": " + e, e);
            }
            file.forEach(
                    (key, value) -> values.put(key.toString(), value.toString().strip()));
            return values;
        }
        for (String each : arguments.split(",", -1)) {
            int equals = each.indexOf('=');
            if (equals < 1) {
                throw new AgentStartupException("invalid option '" + each + "': must have the form key=value");
            }
            String key = each.substring(0, equals).strip();
            if (values.put(key, each.substring(equals + 1).strip()) != null) {
                throw new AgentStartupException("option '" + key + "' is given twice"
                        + (key.equals(DIRECTORIES) ? ": separate several directories by ':'" : ""));
            }
        }
        return values;
    }

    private static List<String> directories(String text) throws AgentStartupException {
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
                throw new AgentStartupException("cannot resolve directory " + directory + ": " + e, e);
            }
        }
        return List.copyOf(all);
    }

    /** Creates the directory if it is missing. */
    private static Path directory(String text) throws AgentStartupException {
        Path directory = Path.of(text).toAbsolutePath().normalize();
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new AgentStartupException("cannot create directory " + directory + ": " + e, e);
        }
    }

    private static Pattern pattern(String text) throws AgentStartupException {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new AgentStartupException(
                    "invalid " + PATTERN + "='" + text + "': not a regular expression: " + e.getDescription(), e);
        }
    }

    private static Verify verify(String text) throws AgentStartupException {
        try {
            return Verify.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            String wanted = Stream.of(Verify.values())
                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));
            throw new AgentStartupException("invalid " + VERIFY + "='" + text + "': must be one of " + wanted, e);
        }
    }

    private static long capacity(String text) throws AgentStartupException {
        Matcher size = SIZE.matcher(text.toUpperCase(Locale.ROOT));
        if (size.matches()) {
            // The unit is the optional last letter.
            int thousands = size.group(2).isEmpty() ? 0 : UNITS.indexOf(size.group(2)) + 1;
            long number = Long.parseLong(size.group(1));
            long unit = 1L << (10 * thousands);
            if (number <= Long.MAX_VALUE / unit) {
                return number * unit;
            }
        }
        throw new AgentStartupException("invalid " + CAPACITY + "='" + text + "': must be a size such as 10T");
    }

    private static boolean flag(String key, String text) throws AgentStartupException {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new AgentStartupException("invalid " + key + "='" + text + "': must be true or false");
        };
    }
}
