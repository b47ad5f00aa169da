package org.underbase.htfs.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.conf.Configuration;

/**
 * Name masking by HMAC-SHA-256 with the operator's secret, truncated to 64 bits. Equal names have equal hashes. Without
 * the secret, names can neither be recovered nor tested. The structure remains, so that traces can be analyzed:
 *
 * <ul>
 *   <li>Paths: each component is hashed separately, except the names of HBase's layout. A name of 32 hexadecimal digits
 *       (a region or a store file) becomes another one of 32 digits (128 bits).
 *   <li>Threads: the words that HBase and Java use in thread names and the numbers that follow them remain; the rest is
 *       hashed, as {@link ThreadWords} decides.
 *   <li>Details: the values of the keys in {@link PlainDetail} remain; all others are hashed.
 *   <li>Users are hashed. Host names, exception classes and the label remain.
 * </ul>
 *
 * Thread-confined.
 */
final class PathHasher implements NameMasking {
    private static final int CACHED = 1 << 16;
    private static final int MIN_KEY = 16;
    private static final int MAX_KEY = 1 << 16;
    private static final Pattern HEX32 = Pattern.compile("[0-9a-f]{32}");

    private static final Set<String> LAYOUT = Set.of(
            "hbase",
            "data",
            "archive",
            "mobdir",
            "WALs",
            "oldWALs",
            "MasterData",
            "recovered.edits",
            "recovered.wals",
            "corrupt",
            "staging",
            ".tmp",
            ".hbck",
            ".hbase-snapshot",
            ".tabledesc",
            ".regioninfo",
            ".splits",
            ".merges",
            "hbase.id",
            "hbase.version",
            "default",
            "meta",
            "1588230740",
            "master",
            "store");

    private final Mac mac;
    private final String fingerprint;
    private final Map<String, String> cache = new Cache();
    private final Map<String, String> threads = new Cache();

    /** Cache of recent hashes. */
    private static final class Cache extends LinkedHashMap<String, String> {
        private static final long serialVersionUID = 1;

        Cache() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > CACHED;
        }
    }

    PathHasher(byte[] key) {
        try {
            mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA256", e);
        }
        fingerprint = digest("underbase.trace.hash", 8);
    }

    /**
     * Creates the masking that a configuration requests.
     *
     * @param conf configuration to read
     * @return the masking
     * @throws IOException if hashing is on without a usable secret
     */
    static NameMasking of(Configuration conf) throws IOException {
        if (!TraceKeys.HASH.flag(conf)) {
            return NONE;
        }
        byte[] key = key(conf);
        if (key.length < MIN_KEY) {
            throw new IOException("the secret of the hashes has " + key.length + " bytes: set "
                    + TraceKeys.HASH_SECRET.name() + " or " + TraceKeys.HASH_SECRET_FILE.name()
                    + " to a secret of at least " + MIN_KEY + " bytes");
        }
        return new PathHasher(key);
    }

    private static byte[] key(Configuration conf) throws IOException {
        if (!TraceKeys.HASH_SECRET_FILE.text(conf).isEmpty()) {
            Path file = TraceKeys.path(TraceKeys.HASH_SECRET_FILE, conf);
            try {
                return FileGuard.readSecret(file, MAX_KEY);
            } catch (IOException e) {
                throw new IOException(
                        "cannot read " + file + " (" + TraceKeys.HASH_SECRET_FILE.name() + "): "
                                + FileGuard.describe(e),
                        e);
            }
        }
        char[] key = CredentialLookup.password(conf, TraceKeys.HASH_SECRET.name());
        return key == null ? new byte[0] : new String(key).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String path(String path) {
        StringBuilder masked = new StringBuilder(path.length());
        for (int from = 0; from <= path.length(); ) {
            int slash = path.indexOf('/', from);
            int to = slash < 0 ? path.length() : slash;
            masked.append(component(path.substring(from, to)));
            if (slash >= 0) {
                masked.append('/');
            }
            from = to + 1;
        }
        return masked.toString();
    }

    @Override
    public String thread(String name) {
        String known = threads.get(name);
        if (known == null) {
            known = ThreadWords.mask(name, this::hash);
            threads.put(name, known);
        }
        return known;
    }

    @Override
    public String user(String name) {
        return name.isEmpty() ? name : hash(name);
    }

    @Override
    public String detail(String text) {
        StringBuilder masked = new StringBuilder();
        for (int from = 0; from < text.length(); ) {
            int blank = text.indexOf(' ', from);
            int to = blank < 0 ? text.length() : blank;
            int equals = text.indexOf('=', from);
            // A word without a key is the rest of a value that contained a blank.
            int value = equals < 0 || equals >= to ? from : equals + 1;
            String key = value == from ? "" : text.substring(from, equals);
            masked.append(text, from, value).append(value(key, text.substring(value, to)));
            if (blank >= 0) {
                masked.append(' ');
            }
            from = to + 1;
        }
        return masked.toString();
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    private String value(String key, String value) {
        if (value.isEmpty() || PlainDetail.shows(key, value)) {
            return value;
        }
        // Only in a path are the names of HBase's layout no names of users or groups.
        return value.startsWith("/") ? path(value) : hash(value);
    }

    private String component(String component) {
        return component.isEmpty() || LAYOUT.contains(component) ? component : hash(component);
    }

    private String hash(String name) {
        return cache.computeIfAbsent(name, n -> digest(n, HEX32.matcher(n).matches() ? 32 : 16));
    }

    private String digest(String name, int digits) {
        byte[] digest = mac.doFinal(name.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest, 0, digits / 2);
    }
}
