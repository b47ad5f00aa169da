package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What other local users may do with a trace directory, its control file and the secret of the hashes. */
class FileGuardTest {
    private static final int NOBODY = 65534;
    private static final int MAX = 100;

    @TempDir
    Path dir;

    @Test
    void othersCannotReadNewTraces() throws Exception {
        Path traces = dir.resolve("new").resolve("traces");
        try (Tracer tracer = Tracer.start(conf(traces))) {
            new Scribe(tracer, 0).write();
        }

        assertThat(permissions(traces)).isSubsetOf(PosixFilePermissions.fromString("rwxr-x---"));
        assertThat(permissions(traces.getParent())).isSubsetOf(PosixFilePermissions.fromString("rwxr-x---"));
        try (Stream<Path> files = Files.list(traces)) {
            assertThat(files).hasSize(1).allSatisfy(file -> assertThat(permissions(file))
                    .isSubsetOf(PosixFilePermissions.fromString("rw-r-----")));
        }
    }

    @Test
    void aDirectoryThatOthersMayWriteToIsRejected() throws Exception {
        mode(dir, 0775);
        assertThatThrownBy(() -> FileGuard.create(dir))
                .hasMessage(dir
                        + " is writable by other users: chmod go-w it, chmod +t a directory that several users share,"
                        + " or name a new directory in it, which the tracer creates");
        FileGuard.create(dir.resolve("new"));
        mode(dir, 0777);
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(Tracer.class));
        try (Tracer tracer = Tracer.start(conf(dir))) {
            new Scribe(tracer, 0).write();
            assertThat(tracer.flush()).isFalse();
            assertThat(tracer.bean().isFailing()).isTrue();
            mode(dir, 01777);
            await().atMost(60, TimeUnit.SECONDS).until(() -> !tracer.bean().isFailing());
        } finally {
            log.stopCapturing();
        }
        assertThat(log.getOutput()).contains("Cannot write traces to " + dir).contains("is writable by other users");
    }

    @Test
    void aDirectoryOfAnotherUserIsRejected() throws Exception {
        assumeTrue(isRoot(), "only root can give a directory away");
        Files.setAttribute(dir, "unix:uid", NOBODY);
        try {
            assertThatThrownBy(() -> FileGuard.create(dir))
                    .hasMessageContaining(dir + " belongs to user 65534, neither to root nor to this process's user 0");
        } finally {
            Files.setAttribute(dir, "unix:uid", 0);
        }
        Path link = Files.createSymbolicLink(dir.resolve("link"), Files.createDirectory(dir.resolve("traces")));
        FileGuard.create(link);
        run("chown", "-h", Integer.toString(NOBODY), link.toString());
        assertThatThrownBy(() -> FileGuard.create(link)).hasMessageContaining("link belongs to user 65534");
    }

    @Test
    void aLinkOfAnotherUserOnThePathIsRejected() throws Exception {
        assumeTrue(isRoot(), "only root can give a directory away");
        Path own = Files.createDirectory(dir.resolve("own"));
        Path foreign = Files.createDirectory(dir.resolve("foreign"));
        Path old = Files.createFile(own.resolve("other-1-1-000000.ubtrace"));
        Files.setLastModifiedTime(old, FileTime.fromMillis(0));
        Path link = Files.createSymbolicLink(foreign.resolve("link"), dir);
        Path through = link.resolve("own");
        Files.setAttribute(foreign, "unix:uid", NOBODY);
        FileGuard.check(through);
        run("chown", "-h", Integer.toString(NOBODY), link.toString());
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(Tracer.class));
        try (Tracer tracer = Tracer.start(conf(through))) {
            new Scribe(tracer, 0).write();
            assertThat(tracer.flush()).isFalse();
        } finally {
            log.stopCapturing();
        }
        assertThat(log.getOutput()).contains(link + " belongs to user 65534");
        try (Stream<Path> files = Files.list(own)) {
            assertThat(files).containsExactly(old);
        }

        assertThatThrownBy(() -> FileGuard.create(through.resolve("new")))
                .hasMessageContaining(link + " belongs to user 65534");
        assertThat(own.resolve("new")).doesNotExist();
    }

    @Test
    void aLoopOfLinksIsRejected() throws Exception {
        Path loop = Files.createSymbolicLink(dir.resolve("loop"), Path.of("loop"));
        assertThatThrownBy(() -> FileGuard.create(loop)).hasMessage(loop + " contains more than 40 links");
    }

    @Test
    void theSecretIsReadThroughLinks() throws Exception {
        Path data = Files.createDirectory(dir.resolve("..data"));
        Path secret = Files.write(data.resolve("secret"), new byte[] {1, (byte) 0xff});
        mode(secret, 0640);
        Files.createSymbolicLink(dir.resolve("current"), Path.of("..data"));
        Path link = Files.createSymbolicLink(dir.resolve("link"), Path.of("current/../current/./secret"));
        assertThat(FileGuard.readSecret(link, MAX)).containsExactly(1, 0xff);

        mode(secret, 0644);
        assertThatThrownBy(() -> FileGuard.readSecret(link, MAX))
                .hasMessage("other users may read or write it: chmod g-w,o-rwx " + secret);
        mode(secret, 0660);
        assertThatThrownBy(() -> FileGuard.readSecret(link, MAX)).hasMessageContaining("chmod g-w,o-rwx " + secret);
        mode(secret, 0600);
        mode(data, 0777);
        assertThatThrownBy(() -> FileGuard.readSecret(link, MAX))
                .hasMessage(data + " is writable by other users: chmod go-w it, or move the file and set "
                        + "underbase.trace.hash.secret.file");
        mode(data, 0700);
        assertThatThrownBy(() -> FileGuard.readSecret(dir.resolve("missing"), MAX))
                .isInstanceOf(NoSuchFileException.class);
        assumeTrue(isRoot(), "only root can give a file away");
        Files.setAttribute(secret, "unix:uid", NOBODY);
        assertThatThrownBy(() -> FileGuard.readSecret(link, MAX))
                .hasMessageContaining(secret + " belongs to user 65534")
                .hasMessageContaining("or set underbase.trace.hash.secret.file to a path of this user");
    }

    @Test
    @Timeout(600)
    void aSecretThatIsNoRegularFileIsRejected() throws Exception {
        Path pipe = dir.resolve("pipe");
        run("mkfifo", pipe.toString());
        for (Path secret : List.of(pipe, Path.of("/dev/zero"), dir, Path.of("/"))) {
            Configuration conf = new Configuration(false);
            conf.set(TraceKeys.HASH.name(), "true");
            conf.set(TraceKeys.HASH_SECRET_FILE.name(), secret.toString());
            assertThatThrownBy(() -> PathHasher.of(conf))
                    .hasMessage("cannot read " + secret
                            + " (underbase.trace.hash.secret.file): it must be a regular file of at most 65536 bytes");
        }
    }

    @Test
    void theRootDirectoryAsControlFileIsRejected() {
        assertThatThrownBy(() -> FileGuard.read(Path.of("/"), MAX))
                .hasMessage("it must be a regular file of at most 100 bytes");
    }

    @Test
    void aRegularFileOfThisUserIsRead() throws Exception {
        Path file = dir.resolve("file");
        assertThatThrownBy(() -> FileGuard.read(file, MAX)).isInstanceOf(NoSuchFileException.class);
        Files.writeString(file, "sampling=ü\n");
        mode(file, 0644);
        assertThat(FileGuard.read(file, MAX)).isEqualTo("sampling=ü\n");

        mode(file, 0664);
        assertThatThrownBy(() -> FileGuard.read(file, MAX))
                .hasMessage("other users may write to it: chmod go-w " + file);
        mode(file, 0600);
        Files.write(file, new byte[] {(byte) 0xff});
        assertThatThrownBy(() -> FileGuard.read(file, MAX)).hasMessage("it is not text in UTF-8");
        Files.write(file, new byte[MAX]);
        assertThat(FileGuard.read(file, MAX)).hasSize(MAX);
        Files.write(file, new byte[MAX + 1]);
        assertThatThrownBy(() -> FileGuard.read(file, MAX))
                .hasMessage("it must be a regular file of at most 100 bytes");
        mode(dir, 0777);
        assertThatThrownBy(() -> FileGuard.read(file, MAX)).hasMessageContaining(dir + " is writable by other users");
    }

    @Test
    void aLinkIsNotFollowed() throws Exception {
        Path target = Files.writeString(dir.resolve("target"), "enabled=false");
        Path link = Files.createSymbolicLink(dir.resolve("control"), target);
        assertThatThrownBy(() -> FileGuard.read(link, MAX)).hasMessageContaining("must be a regular file");
    }

    @Test
    void aFileOfAnotherUserIsNotRead() throws Exception {
        assumeTrue(isRoot(), "only root can give a file away");
        Path file = Files.writeString(dir.resolve("control"), "enabled=false");
        Files.setAttribute(file, "unix:uid", NOBODY);
        assertThatThrownBy(() -> FileGuard.read(file, MAX)).hasMessageContaining(file + " belongs to user 65534");
    }

    @Test
    void aPipeAsControlFileDoesNotStopTheTracer() throws Exception {
        run("mkfifo", dir.resolve("control").toString());
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(Tracer.class));
        try (Tracer tracer = Tracer.start(conf(dir))) {
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> log.getOutput().contains("Cannot read " + dir.resolve("control")));
            new Scribe(tracer, 0).write();
            assertThat(tracer.flush()).isTrue();
        } finally {
            log.stopCapturing();
        }
    }

    private static Configuration conf(Path traces) {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), traces.toString());
        conf.set(TraceKeys.CONTROL_INTERVAL.name(), "10ms");
        return conf;
    }

    private static Set<PosixFilePermission> permissions(Path file) throws Exception {
        return Files.getPosixFilePermissions(file);
    }

    private static void mode(Path file, int mode) throws Exception {
        Files.setAttribute(file, "unix:mode", mode);
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
    }
}
