package org.underbase.bench.combinedlog.media;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Resources that are closed together, the last first. A failing close does not keep the others open. Not thread-safe. */
public final class OpenResources implements Closeable {
    private final Deque<Closeable> open = new ArrayDeque<>();

    /** Adds a resource and returns it. */
    public <T extends Closeable> T add(T resource) {
        open.push(resource);
        return resource;
    }

    @Override
    public void close() throws IOException {
        if (!open.isEmpty()) {
            // Closes the others after the last, whether or not that fails.
            try (OpenResources others = this;
                    Closeable last = open.pop()) {}
        }
    }
}
