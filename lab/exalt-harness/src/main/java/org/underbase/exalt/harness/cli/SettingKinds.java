package org.underbase.exalt.harness.cli;

import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/**
 * Validation of Hadoop settings by the type of their default. A daemon exits at an invalid number with a message that does not name the
 * setting, and silently replaces an invalid boolean by the default. The default does not show whether a setting accepts units or
 * fractions, so numbers with either are accepted.
 */
final class SettingKinds {
    /** Number with a size or time unit, or a Java floating-point number. */
    private static final Pattern QUANTITY = Pattern.compile(
            "[-+]?(0x\\p{XDigit}+|(\\d+(\\.\\d*)?|\\.\\d+)(e[-+]?\\d+)?) ?([kmgtpefdsh]|ns|us|ms)?",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern BOOLEAN = Pattern.compile("true|false", Pattern.CASE_INSENSITIVE);
    /** Permissions are digits or letters, such as u=rwx. */
    private static final Pattern PERMISSION = Pattern.compile(".*(\\.perm|umask-?mode)");
    /** Start of a reference to another setting. */
    private static final String VARIABLE = "${";

    private SettingKinds() {}

    /**
     * Rejects values whose type differs from that of the default.
     *
     * @param settings values by key; keys without a default, or with a text as default, accept any value
     * @throws IllegalArgumentException if a value has another type
     */
    static void check(Map<String, String> settings) {
        if (settings.isEmpty()) {
            return;
        }
        Configuration defaults = new HdfsConfiguration();
        settings.forEach((key, value) -> {
            String usual = defaults.getRaw(key);
            if (usual == null
                    || value.contains(VARIABLE)
                    || PERMISSION.matcher(key).matches()) {
                return;
            }
            String stripped = value.strip();
            if (QUANTITY.matcher(usual).matches() && !QUANTITY.matcher(stripped).matches()) {
                throw new IllegalArgumentException(
                        "invalid -D " + key + "=" + value + ": must be a number, as the default " + usual);
            }
            if (BOOLEAN.matcher(usual).matches() && !BOOLEAN.matcher(stripped).matches()) {
                throw new IllegalArgumentException(
                        "invalid -D " + key + "=" + value + ": must be true or false, as the default " + usual);
            }
        });
    }
}
