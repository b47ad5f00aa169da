package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * A local data directory of an instance.
 *
 * @param key the key that names it
 * @param path as it is configured, absolute
 */
public record DataDirectory(String key, Path path) {
    public DataDirectory {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(path, "path");
    }

    /** Where it really is: symbolic links resolved as far as the path exists. */
    Path real() throws IOException {
        Path existing = existing();
        return existing.toRealPath().resolve(existing.relativize(absolute())).normalize();
    }

    /** Why a DataNode could not use it, or empty. Changes nothing. */
    Optional<String> reason() {
        Path existing = existing();
        if (!Files.isDirectory(existing)) {
            return Optional.of(existing + " is not a directory");
        }
        if (!Files.isWritable(existing)) {
            return Optional.of(
                    existing.equals(absolute())
                            ? "it cannot be written"
                            : "it is not there and cannot be made in " + existing);
        }
        return Optional.empty();
    }

    private Path absolute() {
        return path.toAbsolutePath().normalize();
    }

    private Path existing() {
        Path each = absolute();
        // A link that leads nowhere is there, too.
        while (!Files.exists(each, LinkOption.NOFOLLOW_LINKS) && each.getParent() != null) {
            each = each.getParent();
        }
        return each;
    }
}
