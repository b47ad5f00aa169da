package org.underbase.htfs.record;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/**
 * Owner and mode of the tracer's files: no other local user except root may write to a trace directory or control a
 * tracer, and only the group may read traces. Stateless.
 */
final class FileGuard {
    /** Mode of a new segment; the umask may narrow it. */
    static final FileAttribute<Set<PosixFilePermission>> SEGMENT =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----"));

    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---"));
    private static final int TYPE = 0170000;
    private static final int REGULAR = 0100000;
    private static final int LINK = 0120000;
    private static final int STICKY = 01000;
    private static final int OTHERS_WRITE = 022;

    /** Not the owner of /proc/self, which is root for a process that changed its user. */
    private static final long ME = new UnixSystem().getUid();

    private FileGuard() {}

    /**
     * Creates a directory and its parents with mode 0750, or checks an existing one.
     *
     * @param dir the directory
     * @throws IOException if it cannot be created, or if another user may write to it; the message is one line
     */
    static void create(Path dir) throws IOException {
        if (!Files.isDirectory(dir)) {
            Files.createDirectories(dir, DIRECTORY);
        }
        check(dir);
    }

    /**
     * Checks that only this user and root can replace files in a directory.
     *
     * @param dir an existing directory
     * @throws IOException if another user may; the message is one line
     */
    static void check(Path dir) throws IOException {
        Map<String, Object> entry = Files.readAttributes(dir, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
        if ((mode(entry) & TYPE) == LINK) {
            checkOwner(dir, entry);
        }
        Map<String, Object> target = Files.readAttributes(dir, "unix:uid,mode");
        checkOwner(dir, target);
        if ((mode(target) & OTHERS_WRITE) != 0 && (mode(target) & STICKY) == 0) {
            throw new IOException(
                    dir + " is writable by other users: chmod go-w it, chmod +t a directory that several users"
                            + " share, or name a new directory in it, which the tracer creates");
        }
    }

    /**
     * Reads a text file that only this user or root can have written. It opens neither links nor pipes, which would
     * block.
     *
     * @param file the file
     * @param maxBytes maximum size of the file, in bytes
     * @return its content as UTF-8
     * @throws java.nio.file.NoSuchFileException if it does not exist
     * @throws IOException if it is of another kind, owner, mode, size or encoding; the message is one line
     */
    static String read(Path file, int maxBytes) throws IOException {
        Map<String, Object> attributes = Files.readAttributes(file, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
        // No other user can replace the file between this check and the open, because the directory is checked, too.
        check(file.toAbsolutePath().getParent());
        if ((mode(attributes) & TYPE) != REGULAR) {
            throw new IOException("it must be a regular file of at most " + maxBytes + " bytes");
        }
        checkOwner(file, attributes);
        if ((mode(attributes) & OTHERS_WRITE) != 0) {
            throw new IOException("other users may write to it: chmod go-w " + file);
        }
        ByteBuffer bytes = ByteBuffer.allocate(maxBytes + 1);
        try (SeekableByteChannel channel =
                Files.newByteChannel(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // A read may return fewer bytes than requested.
            }
        }
        if (!bytes.hasRemaining()) {
            throw new IOException("it must be a regular file of at most " + maxBytes + " bytes");
        }
        return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    }

    private static void checkOwner(Path file, Map<String, Object> attributes) throws IOException {
        int uid = (int) attributes.get("uid");
        if (uid != 0 && Integer.toUnsignedLong(uid) != ME) {
            throw new IOException(file + " belongs to user " + uid + ", neither to root nor to this process's user "
                    + ME + ": change its owner, or set " + TraceKeys.DIR.name() + " to a directory of this user");
        }
    }

    private static int mode(Map<String, Object> attributes) {
        return (int) attributes.get("mode");
    }
}
