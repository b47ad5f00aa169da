package org.underbase.exalt.harness.cli;

import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/**
 * What kind of value a setting of Hadoop takes, by its default. A daemon dies of a number that is none, and says which text it was but not of
 * which setting; of a boolean that is none it takes the default without a word. Whether a setting takes units or fractions its default does not
 * tell: a number with one is taken for any.
 */
final class SettingKinds {
    /** With a unit, as for sizes and times, or as a fraction of Java. */
    private static final Pattern QUANTITY = Pattern.compile(
            "[-+]?(0x\\p{XDigit}+|(\\d+(\\.\\d*)?|\\.\\d+)(e[-+]?\\d+)?) ?([kmgtpefdsh]|ns|us|ms)?",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern BOOLEAN = Pattern.compile("true|false", Pattern.CASE_INSENSITIVE);
    /** Digits or letters, such as u=rwx. */
    private static final Pattern PERMISSION = Pattern.compile(".*(\\.perm|umask-?mode)");
    /** Stands for the value of another setting. */
    private static final String VARIABLE = "${";

    private SettingKinds() {}

    /**
     * Refuses values of another kind than the default's.
     *
     * @param settings by key; those without a default, or with one that is a text, may be anything
     * @throws IllegalArgumentException where there is one
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
            String told = value.strip();
            if (QUANTITY.matcher(usual).matches() && !QUANTITY.matcher(told).matches()) {
                throw new IllegalArgumentException(
                        "-D " + key + "=" + value + ": a number is wanted, as its default, " + usual);
            }
            if (BOOLEAN.matcher(usual).matches() && !BOOLEAN.matcher(told).matches()) {
                throw new IllegalArgumentException(
                        "-D " + key + "=" + value + ": true or false is wanted, as its default, " + usual);
            }
        });
    }
}
