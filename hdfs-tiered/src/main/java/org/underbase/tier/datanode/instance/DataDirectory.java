package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Local data directory of an instance.
 *
 * @param key key that contains it
 * @param path configured absolute path
 * @param entry entry of the key, with its storage type
 */
public record DataDirectory(String key, Path path, String entry) {
    public DataDirectory {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(entry, "entry");
    }

    /** Returns the real path: symbolic links are resolved as far as the path exists. */
    Path real() throws IOException {
        Path existing = existing();
        return existing.toRealPath().resolve(existing.relativize(absolute())).normalize();
    }

    /** Returns the reason why a DataNode cannot use the directory, if there is one. Changes nothing. */
    Optional<String> reason() {
        Path existing = existing();
        if (!Files.isDirectory(existing)) {
            return Optional.of(existing + " is not a directory");
        }
        if (!Files.isWritable(existing)) {
            return Optional.of(
                    existing.equals(absolute())
                            ? "it is not writable"
                            : "it does not exist and cannot be created in " + existing);
        }
        return Optional.empty();
    }

    private Path absolute() {
        return path.toAbsolutePath().normalize();
    }

    private Path existing() {
        Path each = absolute();
        // A broken symbolic link also counts as existing.
        while (!Files.exists(each, LinkOption.NOFOLLOW_LINKS) && each.getParent() != null) {
            each = each.getParent();
        }
        return each;
    }
}
