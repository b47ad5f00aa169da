package org.underbase.htfs.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Text file that did not exist before. Its name is in the message of each failure, such as that of a full disk. */
final class NewFile extends Writer {
    private final Path file;
    private final Writer writer;

    NewFile(Path file, Writer writer) {
        this.file = file;
        this.writer = writer;
    }

    static NewFile create(Path file) throws IOException {
        try {
            return new NewFile(
                    file, Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW));
        } catch (FileAlreadyExistsException e) {
            throw new IOException("cannot write " + file + ": the file exists; delete it or choose another name", e);
        }
    }

    private IOException named(IOException e) {
        return new IOException("cannot write " + file + ": " + e.getMessage(), e);
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        try {
            writer.write(text, from, length);
        } catch (IOException e) {
            throw named(e);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            writer.flush();
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
