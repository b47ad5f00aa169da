package org.underbase.analysis.requests;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NamedWriterTest {
    private static final String MESSAGE = "cannot write out.bin: No space left on device";

    /** Writer on a full disk. */
    private static final class Full implements RequestWriter {
        private static IOException failure() {
            return new IOException("No space left on device");
        }

        @Override
        public long write(Request request) throws IOException {
            throw failure();
        }

        @Override
        public void finish() throws IOException {
            throw failure();
        }

        @Override
        public void close() throws IOException {
            throw failure();
        }
    }

    @Test
    void eachFailureNamesTheFile() {
        RequestWriter writer = new NamedWriter(Path.of("out.bin"), new Full());
        Request request = new Request(0, 0, 0, 0, 1, true, "host", "user");
        assertThatThrownBy(() -> writer.write(request)).hasMessage(MESSAGE);
        assertThatThrownBy(writer::finish).hasMessage(MESSAGE);
        assertThatThrownBy(writer::close).hasMessage(MESSAGE);
    }
}
