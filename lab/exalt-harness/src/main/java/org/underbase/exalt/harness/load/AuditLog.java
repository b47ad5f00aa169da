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

/** Audit log of a NameNode in a format of Dynamometer; a file named {@code *.gz} is decompressed. Immutable. */
public final class AuditLog {
    private final Path file;

    /**
     * Creates an audit log.
     *
     * @param file path of the log, which is not opened yet
     */
    public AuditLog(Path file) {
        this.file = file;
    }

    /**
     * Finds the time of the first call.
     *
     * @return milliseconds since the epoch
     * @throws IOException if the file is unreadable or contains no audit entry; the message names the file
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
        throw new IOException("no audit entry in " + file);
    }

    /** Creates the exception for a failure to read. */
    IOException unreadable(IOException e) {
        return new IOException(
                "cannot read audit log " + file + ": "
                        + (e instanceof EOFException ? "unexpected end" : e.getMessage()),
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
            // Counted only: logs contain stack traces and partial lines.
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
