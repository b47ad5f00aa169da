package org.underbase.htfs.record;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.slf4j.Logger;

/**
 * The file of {@code key=value} lines with which an operator changes live settings. Keys are those of {@link TraceKeys},
 * with or without {@code underbase.trace.}; empty lines and lines that start with {@code #} are skipped. Deleting the file
 * restores the settings of the configuration. {@link FileGuard} checks its owner and mode. Confined to the housekeeper.
 */
final class ControlFile {
    private static final Logger LOG = TracerLog.of(Tracer.class);
    private static final int MAX_BYTES = 1 << 16;
    private final Path file;
    private final Tracer tracer;
    private String seen = "";

    /** Cause why the file could not be read at the last attempt; empty if it could. */
    private String problem = "";

    ControlFile(Path file, Tracer tracer) {
        this.file = file;
        this.tracer = tracer;
    }

    /** Reads the file and applies it if it has changed. */
    void poll() {
        String text = read();
        if (text.equals(seen)) {
            return;
        }
        seen = text;
        LiveSettings settings = tracer.configured();
        for (String line : text.lines().map(String::trim).toList()) {
            if (!line.isEmpty() && !line.startsWith("#")) {
                settings = apply(settings, line);
            }
        }
        LOG.info("Trace settings changed by {}: {}", file, settings);
        tracer.live(settings);
    }

    private LiveSettings apply(LiveSettings settings, String line) {
        int equals = line.indexOf('=');
        String key = equals < 0 ? line : line.substring(0, equals).trim();
        String full = key.startsWith(TraceKeys.PREFIX) ? key : TraceKeys.PREFIX + key;
        try {
            if (equals < 0) {
                throw new IllegalArgumentException("expected key=value: " + line);
            }
            return settings.with(full, line.substring(equals + 1));
        } catch (IllegalArgumentException e) {
            LOG.warn("Ignoring a line of {}: {}", file, e.getMessage());
            return settings;
        }
    }

    private String read() {
        try {
            String text = FileGuard.read(file, MAX_BYTES);
            problem = "";
            return text;
        } catch (NoSuchFileException e) {
            problem = "";
            return "";
        } catch (IOException e) {
            String cause = FileGuard.describe(e);
            if (!cause.equals(problem)) {
                LOG.warn("Cannot read {}: {}; keeping the current settings", file, cause);
            }
            problem = cause;
            return seen;
        }
    }
}
