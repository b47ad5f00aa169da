package org.underbase.htfs.imports;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Reader of the lines of a file, which may be compressed with gzip. It truncates longer lines, so that memory is bounded. */
final class Lines implements Closeable {
    /** Maximum length of a line, in bytes. */
    static final int MAX_LENGTH = 1 << 20;

    private static final int BUFFER = 1 << 16;
    private static final int[] GZIP = {0x1f, 0x8b};

    private final Counted file;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int at;
    private int end;
    private long number;
    private boolean truncated;

    /** A file whose read bytes are counted. */
    private static final class Counted extends FilterInputStream {
        private long count;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = super.read(bytes, from, length);
            count += Math.max(0, read);
            return read;
        }
    }

    private Lines(Counted file) throws IOException {
        this.file = file;
        BufferedInputStream buffered = new BufferedInputStream(file, BUFFER);
        buffered.mark(GZIP.length);
        boolean compressed = buffered.read() == GZIP[0] && buffered.read() == GZIP[1];
        buffered.reset();
        in = compressed ? new GZIPInputStream(buffered, BUFFER) : buffered;
    }

    static Lines of(Path path) throws IOException {
        Counted file = new Counted(Files.newInputStream(path));
        try {
            return new Lines(file);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Returns the next line without its end, or null at the end of the file. */
    String next() throws IOException {
        line.reset();
        truncated = false;
        boolean any = false;
        while (true) {
            if (at == end) {
                at = 0;
                end = in.read(buffer);
                if (end <= 0) {
                    end = 0;
                    return any ? text() : null;
                }
            }
            any = true;
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            int kept = Math.min(at - from, MAX_LENGTH - line.size());
            truncated |= kept < at - from;
            line.write(buffer, from, kept);
            if (at < end) {
                at++;
                return text();
            }
        }
    }

    private String text() {
        number++;
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    /** Whether the last line was longer than {@link #MAX_LENGTH}. */
    boolean truncated() {
        return truncated;
    }

    /** Returns the number of the last line, from 1. */
    long number() {
        return number;
    }

    /** Returns the number of bytes read from the file. */
    long bytes() {
        return file.count;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
