package org.underbase.exalt.harness.load;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** An audit log of a NameNode, as Dynamometer takes it; one whose name ends in {@code .gz} is unpacked. Immutable. */
public final class AuditLog {
    private final Path file;

    /**
     * Names it.
     *
     * @param file of it; is not opened yet
     */
    public AuditLog(Path file) {
        this.file = file;
    }

    /**
     * When its first call was made.
     *
     * @return milliseconds since 1970
     * @throws IOException with its name, when it cannot be read or has no line of an audit log
     */
    public long first() throws IOException {
        try (BufferedReader lines = lines()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Optional<AuditEntry> entry = entry(line);
                if (entry.isPresent()) {
                    return entry.get().millis();
                }
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        throw new IOException(file + " has no line of an audit log");
    }

    /** What to say when it fails while it is read. */
    IOException unreadable(IOException e) {
        return new IOException(
                "the audit log " + file + " cannot be read: "
                        + (e instanceof EOFException ? "it ends too early" : e.getMessage()),
                e);
    }

    BufferedReader lines() throws IOException {
        InputStream in = Files.newInputStream(file);
        try {
            return new BufferedReader(new InputStreamReader(
                    file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    static Optional<AuditEntry> entry(String line) {
        try {
            return Optional.of(AuditFormat.of(line).parse(line));
        } catch (IllegalArgumentException e) {
            // Counted: logs have stack traces and half lines in them.
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
