package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Marker file in a block pool's {@code tmp}, which binds the journal to the state of the pool: a {@link MarkerFile} whose lines
 * contain the creation time and the layout version. Every DataNode empties {@code tmp} when it loads the pool, so a missing file
 * reveals that a DataNode without the combined log has loaded it. An upgrade and a rollback change the state and keep {@code tmp}.
 *
 * @param journal ID of the journal of the DataNode that loaded the pool
 * @param state state of the pool when it was loaded
 */
record PoolMarker(UUID journal, PoolState state) {
    static final String FILE = "combinedlog.pool";
    private static final MarkerFile FORMAT = new MarkerFile("underbase-combinedlog-pool", 2);

    /** Writes the file into the pool's {@code tmp}. */
    void write(Path temporary) throws IOException {
        List<String> lines = List.of(Long.toString(state.creationTime()), Integer.toString(state.layoutVersion()));
        FORMAT.write(temporary, FILE, new MarkerFile.Content(journal, lines));
    }

    /** Reads the file from the pool's {@code tmp}. */
    static Optional<PoolMarker> read(Path temporary) throws IOException {
        return FORMAT.read(temporary, FILE, PoolMarker::of);
    }

    private static PoolMarker of(MarkerFile.Content content) {
        List<String> lines = content.lines();
        return new PoolMarker(
                content.journal(), new PoolState(Long.parseLong(lines.get(0)), Integer.parseInt(lines.get(1))));
    }
}
