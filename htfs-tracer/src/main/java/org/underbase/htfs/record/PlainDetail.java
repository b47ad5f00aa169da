package org.underbase.htfs.record;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Keys of details whose values a hashed trace shows: those that are never names. A shown value also has the form of its
 * key. All other keys, and keys added later, are hashed.
 */
enum PlainDetail {
    /** Counts, sizes, times, ids of directives, and permissions in octal. */
    NUMBER(
            "-?[0-9]{1,19}",
            "accessed bandwidth blockSize blocks bytes count entries id lastReadTxid length local modified names offset part"
                    + " parts paths permission policies remote replication shortCircuit sources space zeroCopy"),
    FLAG(
            "true|false",
            "allUsers createParent directory dropBehind encrypted move newBlock overwrite recursive striped under verify"
                    + " write"),
    /** Constants of Hadoop and of the tracer, one or several; no caller passes a text. */
    CONSTANT("[A-Za-z_]+(,[A-Za-z_]+)*", "action activity as by flags mode options step storageType type types"),
    CHECKSUM("[A-Z0-9_]+:-?[0-9]{1,10}", "checksum"),
    /** The names that HDFS defines. A caller may pass any text. */
    POLICY(
            "HOT|WARM|COLD|ALL_SSD|ONE_SSD|ALL_NVDIMM|LAZY_PERSIST|PROVIDED"
                    + "|(RS|RS-LEGACY|XOR)-[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,6}k",
            "ec ecPolicy policy storagePolicy");

    private static final Map<String, PlainDetail> BY_KEY = new HashMap<>();

    static {
        for (PlainDetail form : values()) {
            for (String key : form.keys.split(" ", -1)) {
                BY_KEY.put(key, form);
            }
        }
    }

    private final Pattern form;

    /** Keys separated by blanks. */
    private final String keys;

    PlainDetail(String form, String keys) {
        this.form = Pattern.compile(form);
        this.keys = keys;
    }

    /**
     * Whether a hashed trace shows a value.
     *
     * @param key key of the detail
     * @param value its value
     */
    static boolean shows(String key, String value) {
        PlainDetail plain = BY_KEY.get(key);
        return plain != null && plain.form.matcher(value).matches();
    }

    /** Returns the form of a key's values, or null if they are hashed. */
    static PlainDetail of(String key) {
        return BY_KEY.get(key);
    }
}
