package org.underbase.htfs.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.commons.io.output.ProxyWriter;

/** Text file that did not exist before. Its name is in the message of each failure, such as that of a full disk. */
final class NewFile extends ProxyWriter {
    private final Path file;

    private NewFile(Path file) throws IOException {
        super(Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW));
        this.file = file;
    }

    static NewFile create(Path file) throws IOException {
        try {
            return new NewFile(file);
        } catch (FileAlreadyExistsException e) {
            throw new IOException("cannot write " + file + ": the file exists; delete it or choose another name", e);
        }
    }

    @Override
    protected void handleIOException(IOException e) throws IOException {
        throw new IOException("cannot write " + file + ": " + e.getMessage(), e);
    }
}
