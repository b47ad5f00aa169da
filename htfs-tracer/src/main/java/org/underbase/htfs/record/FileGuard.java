package org.underbase.htfs.record;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import org.underbase.operator.config.ConfigKey;

/**
 * Owner and mode of the tracer's files: no other local user except root may write to a trace directory, control a tracer
 * or read the secret of the hashes, and only the group may read traces. Stateless.
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
    private static final int OTHERS_READ = 04;
    private static final int MAX_LINKS = 40;
    private static final String OWNER_AND_MODE = "unix:uid,mode";

    /** Not the owner of /proc/self, which is root for a process that changed its user. */
    private static final long ME = new UnixSystem().getUid();

    private FileGuard() {}

    /**
     * Creates a trace directory and its parents with mode 0750, or checks an existing one.
     *
     * @param dir the directory
     * @throws IOException if it cannot be created, or if another user may write to it or set a link on its path; the
     *     message is one line
     */
    static void create(Path dir) throws IOException {
        resolve(dir, TraceKeys.DIR);
        if (!Files.isDirectory(dir)) {
            Files.createDirectories(dir, DIRECTORY);
        }
        check(dir);
    }

    /**
     * Checks that only this user and root can replace files in a trace directory, and that no other user leads to it.
     *
     * @param dir an existing directory
     * @throws IOException if another user may; the message is one line
     */
    static void check(Path dir) throws IOException {
        check(dir, resolve(dir, TraceKeys.DIR), TraceKeys.DIR);
    }

    private static void check(Path named, Path dir, ConfigKey key) throws IOException {
        Map<String, Object> attributes = Files.readAttributes(dir, OWNER_AND_MODE, LinkOption.NOFOLLOW_LINKS);
        checkOwner(dir, attributes, key);
        if ((mode(attributes) & OTHERS_WRITE) != 0 && (mode(attributes) & STICKY) == 0) {
            throw new IOException(named + " is writable by other users: chmod go-w it, "
                    + (key.equals(TraceKeys.DIR)
                            ? "chmod +t a directory that several users share, or name a new directory in it, which the"
                                    + " tracer creates"
                            : "or move the file and set " + key.name()));
        }
    }

    /**
     * Reads a control file, which only this user or root can have written. It opens neither links nor pipes, which would
     * block.
     *
     * @param file the file
     * @param maxBytes maximum size of the file, in bytes
     * @return its content as UTF-8
     * @throws java.nio.file.NoSuchFileException if it does not exist
     * @throws IOException if it is of another kind, owner, mode, size or encoding; the message is one line
     */
    static String read(Path file, int maxBytes) throws IOException {
        Map<String, Object> attributes = Files.readAttributes(file, OWNER_AND_MODE, LinkOption.NOFOLLOW_LINKS);
        if ((mode(attributes) & TYPE) != REGULAR) {
            throw irregular(maxBytes);
        }
        checkOwner(file, attributes, TraceKeys.CONTROL);
        if ((mode(attributes) & OTHERS_WRITE) != 0) {
            throw new IOException("other users may write to it: chmod go-w " + file);
        }
        byte[] bytes = read(resolve(file, TraceKeys.CONTROL), maxBytes, TraceKeys.CONTROL);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("it is not text in UTF-8", e);
        }
    }

    /**
     * Reads the file of the secret, which only this user or root can have written, and which other users cannot read. It
     * follows links of this user and root, because a Kubernetes secret is one, but opens no pipes, which would block.
     *
     * @param file the file
     * @param maxBytes maximum size of the file, in bytes
     * @return its content
     * @throws IOException if it does not exist, or is of another kind, owner, mode or size; the message is one line
     */
    static byte[] readSecret(Path file, int maxBytes) throws IOException {
        Path target = resolve(file, TraceKeys.HASH_SECRET_FILE);
        Map<String, Object> attributes = Files.readAttributes(target, OWNER_AND_MODE, LinkOption.NOFOLLOW_LINKS);
        if ((mode(attributes) & TYPE) != REGULAR) {
            throw irregular(maxBytes);
        }
        checkOwner(target, attributes, TraceKeys.HASH_SECRET_FILE);
        if ((mode(attributes) & (OTHERS_WRITE | OTHERS_READ)) != 0) {
            throw new IOException("other users may read or write it: chmod g-w,o-rwx " + target);
        }
        return read(target, maxBytes, TraceKeys.HASH_SECRET_FILE);
    }

    /** Reads a regular file at a path without links. */
    private static byte[] read(Path file, int maxBytes, ConfigKey key) throws IOException {
        // No other user can replace the file between the checks and the open, because the directory is checked, too.
        check(file.getParent(), file.getParent(), key);
        byte[] bytes = new byte[maxBytes + 1];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try (SeekableByteChannel channel =
                Files.newByteChannel(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // A read may return fewer bytes than requested.
            }
        }
        if (!buffer.hasRemaining()) {
            throw irregular(maxBytes);
        }
        return Arrays.copyOf(bytes, buffer.position());
    }

    /** Describes the failure of a check or of the system, without the class of this class's own exceptions. */
    static String describe(IOException e) {
        return e instanceof FileSystemException ? e.toString() : e.getMessage();
    }

    /** Whether the file of these attributes, {@code unix:uid} among them, belongs to this process's user. */
    static boolean mine(Map<String, Object> attributes) {
        return Integer.toUnsignedLong((int) attributes.get("uid")) == ME;
    }

    /**
     * Resolves the links on a path, which must belong to this user or root: those of another user could lead root to files
     * of root. Parent directories may belong to others, such as the user whose checkout root runs.
     *
     * @param path the path; its end may be missing
     * @param key key that names the path
     * @return the path without links
     */
    private static Path resolve(Path path, ConfigKey key) throws IOException {
        Path done = path.toAbsolutePath().getRoot();
        Deque<Path> left = new ArrayDeque<>();
        path.toAbsolutePath().forEach(left::add);
        for (int links = 0; !left.isEmpty(); ) {
            Path name = left.pop();
            if (name.toString().equals("..")) {
                done = done.getParent() == null ? done : done.getParent();
                continue;
            }
            Path next = done.resolve(name).normalize();
            Map<String, Object> attributes;
            try {
                attributes = Files.readAttributes(next, OWNER_AND_MODE, LinkOption.NOFOLLOW_LINKS);
            } catch (NoSuchFileException e) {
                return left.stream().reduce(next, Path::resolve);
            }
            if ((mode(attributes) & TYPE) != LINK) {
                done = next;
                continue;
            }
            checkOwner(next, attributes, key);
            if (++links > MAX_LINKS) {
                throw new IOException(path + " contains more than " + MAX_LINKS + " links");
            }
            Path target = Files.readSymbolicLink(next);
            done = target.isAbsolute() ? target.getRoot() : done;
            for (int i = target.getNameCount() - 1; i >= 0; i--) {
                left.push(target.getName(i));
            }
        }
        return done;
    }

    private static void checkOwner(Path file, Map<String, Object> attributes, ConfigKey key) throws IOException {
        if ((int) attributes.get("uid") != 0 && !mine(attributes)) {
            throw new IOException(file + " belongs to user " + attributes.get("uid")
                    + ", neither to root nor to this process's user " + ME + ": change its owner, or set " + key.name()
                    + " to a path of this user");
        }
    }

    private static IOException irregular(int maxBytes) {
        return new IOException("it must be a regular file of at most " + maxBytes + " bytes");
    }

    private static int mode(Map<String, Object> attributes) {
        return (int) attributes.get("mode");
    }
}
