package org.underbase.sim.run;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import org.underbase.operator.output.UserText;
import org.underbase.operator.page.Page;

/** Study in a file in HOCON, whose reference is the resource {@code reference.conf}. */
public final class StudyFile {
    /** Settings for Hadoop. */
    static final String SETTINGS = "input.trace.hadoop";

    /** Type of the input: without it, the default would be simulated in place of a study that has a mistake. */
    static final String TYPE = "input.type";

    private final Path file;
    private final Config reference;

    private StudyFile(Path file) throws IOException {
        this.file = file;
        this.reference = ConfigFactory.parseString(reference());
    }

    /** Returns the commented reference of all keys. */
    public static String reference() throws IOException {
        return Page.resource(StudyFile.class, "reference.conf");
    }

    /**
     * Reads a study.
     *
     * @param file study
     * @return the study with the defaults of missing keys
     * @throws IOException if the file is unreadable, has a syntax error, or an unknown key or wrong type
     */
    public static Config read(Path file) throws IOException {
        String text = UserText.read(file, "study");
        try {
            Config given = ConfigFactory.parseString(
                            text,
                            ConfigParseOptions.defaults()
                                    .setOriginDescription(file.toString())
                                    .setIncluder(new NoIncludes()))
                    .resolve();
            StudyFile study = new StudyFile(file);
            study.check("", given.root(), study.reference.root());
            if (!given.hasPath(TYPE)) {
                throw invalid(file, TYPE + " is missing: set it to synthetic or trace");
            }
            return given.withFallback(study.reference);
        } catch (ConfigException | IllegalArgumentException e) {
            // The message of an exception with an origin begins with the file and line.
            boolean isNamed = e instanceof ConfigException failure && failure.origin() != null;
            throw new IOException("invalid study: " + (isNamed ? "" : file + ": ") + e.getMessage(), e);
        } catch (StackOverflowError e) {
            // The parser is recursive.
            throw new IOException("invalid study: " + file + ": has too many nested objects", e);
        }
    }

    private void check(String parent, ConfigObject given, ConfigObject known) throws IOException {
        for (Map.Entry<String, ConfigValue> entry : given.entrySet()) {
            String path = parent + entry.getKey();
            ConfigValue value = entry.getValue();
            ConfigValue expected = known.get(entry.getKey());
            if (expected == null) {
                throw invalid(
                        value, path, "unknown key; known keys are " + String.join(", ", new TreeSet<>(known.keySet())));
            }
            if (value.valueType() != expected.valueType()) {
                throw invalid(value, path, "must be " + name(expected) + ", not " + name(value));
            }
            if (value instanceof ConfigObject object && !path.equals(SETTINGS)) {
                check(path + ".", object, (ConfigObject) expected);
            } else {
                checkNumbers(path, value, expected);
            }
        }
    }

    private void checkNumbers(String path, ConfigValue value, ConfigValue expected) throws IOException {
        if (value.valueType() == ConfigValueType.NUMBER && value.unwrapped() instanceof Double) {
            throw invalid(value, path, "must be an integer, not " + value.unwrapped());
        }
        if (value instanceof ConfigList list) {
            ConfigList known = (ConfigList) expected;
            ConfigValueType type =
                    known.isEmpty() ? ConfigValueType.STRING : known.get(0).valueType();
            for (ConfigValue element : list) {
                if (element.valueType() != type || element.unwrapped() instanceof Double) {
                    String types = type == ConfigValueType.NUMBER ? "integers" : "texts";
                    throw invalid(element, path, "must be a list of " + types + ", and has " + element.unwrapped());
                }
            }
        }
    }

    private static String name(ConfigValue value) {
        return switch (value.valueType()) {
            case OBJECT -> "an object";
            case LIST -> "a list";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case STRING -> "a text";
            case NULL -> "null";
        };
    }

    private IOException invalid(ConfigValue value, String path, String reason) {
        return invalid(file, value, path, reason);
    }

    static IOException invalid(Path file, String reason) {
        return new IOException("invalid study: " + file + ": " + reason);
    }

    static IOException invalid(Path file, ConfigValue value, String path, String reason) {
        return invalid(file, value.origin().lineNumber() + ": " + path + ": " + reason);
    }
}
