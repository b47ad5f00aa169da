package org.underbase.exalt.runtime;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
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
        if (files.leaves(source, target)) {
            throw new FileSystemException(source.toString(), target.toString(), WHY);
        }
    }

    static boolean rename(CompressedFiles files, Path source, Path target) throws IOException {
        boolean leaves = files.leaves(source, target);
        if (leaves) {
            System.err.println(WHY + " (" + source + " to " + target + ")");
        }
        return leaves;
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
