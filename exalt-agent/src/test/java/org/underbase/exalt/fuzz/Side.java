package org.underbase.exalt.fuzz;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** One of the two compared directories, with its open handles. */
final class Side {
    private final Path directory;
    private final List<Closeable> open = new ArrayList<>();

    Side(Path directory) {
        this.directory = directory;
    }

    Path path(String name) {
        return directory.resolve(name);
    }

    void opened(Closeable handle) {
        open.add(handle);
    }

    <T> T handle(int index, Class<T> type) {
        return type.cast(open.get(index));
    }

    List<Closeable> handles() {
        return open;
    }

    /** Removes the directory from a message, so that messages of both sides are comparable. */
    String neutral(String message) {
        return message == null ? "" : message.replace(directory.toString(), "");
    }

    /** Closes all handles and deletes all files. */
    void clear() throws IOException {
        for (Closeable each : open) {
            each.close();
        }
        open.clear();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                if (!each.equals(directory)) {
                    Files.delete(each);
                }
            }
        }
    }
}
