package org.underbase.exalt.agent;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.underbase.exalt.runtime.Hooked;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;
import org.underbase.exalt.tardis.Verify;

/** Startup test of all hooks with a temporary file, before the agent touches user data. */
final class SelfTest {
    private static final int LENGTH = 1 << 20;
    private static final int MAX_PHYSICAL = 1 << 10;
    private static final byte[] METADATA = {1, 2, 3, 4, 5};
    private static final int AT = 70_001;

    private final byte[] written = new byte[LENGTH];

    private SelfTest() {
        Tardis.fill(Form.DATA, LENGTH, 0, written);
        System.arraycopy(METADATA, 0, written, AT, METADATA.length);
    }

    static void run() throws AgentStartupException {
        try {
            Path directory = Files.createTempDirectory("exalt-agent");
            Path file = directory.resolve("probe");
            Hooked.start(List.of(directory.toRealPath().toString()), Pattern.compile(""), Verify.FULL, 0);
            try {
                new SelfTest().run(file.toFile());
            } finally {
                Files.deleteIfExists(file);
                Files.delete(directory);
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new AgentStartupException("self-test failed: " + e, e);
        }
    }

    private void run(File file) throws IOException, AgentStartupException {
        try (OutputStream out = new FileOutputStream(file)) {
            out.write(written, 0, AT);
            out.write(written[AT]);
            out.write(Arrays.copyOfRange(written, AT + 1, LENGTH));
        }
        check("File.length()", file.length() == LENGTH);
        check("Files.size()", Files.size(file.toPath()) == LENGTH);
        try (InputStream in = new FileInputStream(file)) {
            check("FileInputStream", Arrays.equals(in.readAllBytes(), written));
        }
        check("Files.readAllBytes()", Arrays.equals(Files.readAllBytes(file.toPath()), written));
        try (RandomAccessFile random = new RandomAccessFile(file, "rw")) {
            check("RandomAccessFile.length()", random.length() == LENGTH);
            random.seek(AT);
            byte[] read = new byte[METADATA.length];
            random.readFully(read);
            check("RandomAccessFile.read()", Arrays.equals(read, METADATA));
            check("RandomAccessFile.getFilePointer()", random.getFilePointer() == AT + METADATA.length);
            random.setLength(AT);
            check("RandomAccessFile.setLength()", random.length() == AT);
        }
        try (FileChannel channel = FileChannel.open(file.toPath(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            check("FileChannel.size()", channel.size() == AT);
            channel.write(ByteBuffer.wrap(written, AT, LENGTH - AT), AT);
            ByteBuffer read = ByteBuffer.allocateDirect(LENGTH);
            check("FileChannel.read()", channel.read(read) == LENGTH);
            byte[] bytes = new byte[LENGTH];
            read.flip().get(bytes);
            check("FileChannel", Arrays.equals(bytes, written));
            ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, AT, METADATA.length);
            check("FileChannel.map()", mapped.equals(ByteBuffer.wrap(METADATA)));
        }
        // Without the agent, the file has the physical length.
        check("compression", physical(file) < MAX_PHYSICAL);
    }

    /** Measures the physical length through a hard link outside of the compressed directory. */
    private static long physical(File file) throws IOException {
        Path outside = Files.createTempFile("exalt-agent", ".probe");
        try {
            Files.delete(outside);
            Files.createLink(outside, file.toPath());
            return outside.toFile().length();
        } finally {
            Files.deleteIfExists(outside);
        }
    }

    private static void check(String what, boolean right) throws AgentStartupException {
        if (!right) {
            throw new AgentStartupException(
                    "self-test failed: " + what + " returned wrong results on Java " + Runtime.version());
        }
    }
}
