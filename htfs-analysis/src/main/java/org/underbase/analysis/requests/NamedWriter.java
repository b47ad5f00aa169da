package org.underbase.analysis.requests;

import java.io.IOException;
import java.nio.file.Path;

/** Writer that adds the name of its file to the message of each failure, such as that of a full disk. */
final class NamedWriter implements RequestWriter {
    private final Path file;
    private final RequestWriter writer;

    NamedWriter(Path file, RequestWriter writer) {
        this.file = file;
        this.writer = writer;
    }

    private IOException named(IOException e) {
        return new IOException("cannot write " + file + ": " + e.getMessage(), e);
    }

    @Override
    public long write(Request request) throws IOException {
        try {
            return writer.write(request);
        } catch (IOException e) {
            throw named(e);
        }
    }

    @Override
    public void finish() throws IOException {
        try {
            writer.finish();
        } catch (IOException e) {
            throw named(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            writer.close();
        } catch (IOException e) {
            throw named(e);
        }
    }
}
