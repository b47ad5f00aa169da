package org.underbase.exalt.runtime;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Guard that prevents the compressed form of a file from leaving the compressed directories. */
final class CopyOutGuard {
    private static final String WHY =
            "exalt-agent: a compressed file cannot be moved out of the agent's directories: copy it";

    private CopyOutGuard() {}

    static void move(CompressedFiles files, Path source, Path target) throws IOException {
        if (files.takesAlong(source, target)) {
            throw new FileSystemException(source.toString(), target.toString(), WHY);
        }
    }

    static boolean rename(CompressedFiles files, Path source, Path target) throws IOException {
        boolean leaves = files.takesAlong(source, target);
        if (leaves) {
            System.err.println(WHY + " (" + source + " to " + target + ")");
        }
        return leaves;
    }

    /** Rejects a redirect to or from a compressed file: a child process without the agent would corrupt it. */
    static void toChild(CompressedFiles files, Redirect redirect) throws IOException {
        File file = redirect.file();
        if (file == null) {
            return;
        }
        boolean reads = redirect.type() == Redirect.Type.READ;
        if (files.isClosedToOthers(file.toPath(), reads, redirect.type() == Redirect.Type.WRITE)) {
            throw new IOException("exalt-agent: "
                    + (reads ? "a child process cannot read" : "a child process cannot write") + " the compressed file "
                    + file + ": use a pipe, or a file outside of the agent's directories and pattern");
        }
    }

    /** Rejects a compressed native library: the native loader reads it without the agent. */
    static void toLoader(CompressedFiles files, File library) {
        boolean closed;
        try {
            closed = files.isClosedToOthers(library.toPath(), true, false);
        } catch (IOException | InvalidPathException e) {
            // The loader reports the invalid path.
            return;
        }
        if (closed) {
            throw new UnsatisfiedLinkError("exalt-agent: cannot load native code from the compressed file " + library
                    + ": exclude such files by the agent's pattern");
        }
    }

    /** Copies the logical content of a file; returns false if the kernel may copy the file. */
    static boolean copy(CompressedFiles files, Path source, Path target, CopyOption... options) throws IOException {
        Set<CopyOption> wanted = new HashSet<>(Arrays.asList(options));
        if (wanted.contains(LinkOption.NOFOLLOW_LINKS) && Files.isSymbolicLink(source)) {
            return false;
        }
        if (!files.leaves(source, target)) {
            return false;
        }
        if (wanted.contains(StandardCopyOption.REPLACE_EXISTING)) {
            Files.deleteIfExists(target);
        }
        Set<OpenOption> create = Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        try (FileChannel from = FileChannel.open(source);
                FileChannel to = FileChannel.open(target, create)) {
            for (long done = 0; done < from.size(); ) {
                done += from.transferTo(done, from.size() - done, to);
            }
        }
        if (wanted.contains(StandardCopyOption.COPY_ATTRIBUTES)) {
            Files.setLastModifiedTime(target, Files.getLastModifiedTime(source));
            Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(source));
        }
        return true;
    }
}
