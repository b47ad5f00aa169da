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

/** Compressed files on their way out of the directories: what comes there must be what they read as. */
final class Leaving {
    private static final String WHY =
            "exalt-agent: a compressed file cannot be moved out of the agent's directories; copy it";

    private Leaving() {}

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

    /** A child process has no agent: it would read what is on the disk, and write into it. */
    static void toChild(CompressedFiles files, Redirect redirect) throws IOException {
        File file = redirect.file();
        if (file == null) {
            return;
        }
        boolean reads = redirect.type() == Redirect.Type.READ;
        if (files.isClosedToOthers(file.toPath(), reads, redirect.type() == Redirect.Type.WRITE)) {
            throw new IOException("exalt-agent: " + file + " is or would be a compressed file, which a child process "
                    + (reads ? "cannot read" : "cannot write")
                    + ": use a pipe, or a file outside of the agent's directories and pattern");
        }
    }

    /** The loader of native code reads what is on the disk. */
    static void toLoader(CompressedFiles files, File library) {
        boolean closed;
        try {
            closed = files.isClosedToOthers(library.toPath(), true, false);
        } catch (IOException | InvalidPathException e) {
            // As it is, the loader says why.
            return;
        }
        if (closed) {
            throw new UnsatisfiedLinkError(
                    "exalt-agent: " + library
                            + " is a compressed file, which native code cannot be loaded from: leave such files out of the agent's pattern");
        }
    }

    /** Copies what it reads as; false where the kernel may do it. */
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
