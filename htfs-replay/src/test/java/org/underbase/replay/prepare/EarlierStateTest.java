package org.underbase.replay.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.catalog.CatalogPartial;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.ProcessKey;
import org.underbase.htfs.format.Call;
import org.underbase.replay.trace.Operation;
import org.underbase.replay.trace.Traced;

/** What existed before a trace. */
class EarlierStateTest {
    private static EarlierState of(Traced... events) {
        return of(false, events);
    }

    private static EarlierState of(boolean trim, Traced... events) {
        Operator<CatalogPartial, FileCatalog> operator = FileCatalog.operator();
        CatalogPartial partial = operator.start();
        int time = 0;
        for (Traced event : events) {
            event.at(time, time + 5);
            partial.accept(event);
            time += 10;
        }
        FileCatalog catalog = operator.finish(partial);
        EarlierState state = new EarlierState(catalog, "/r", trim);
        for (Traced event : events) {
            int process = catalog.process(new ProcessKey(event.host(), event.process()));
            int file = event.fileId() < 0 ? -1 : catalog.key(process, event.fileId(), event.startNanos());
            String other = event.otherPath().isEmpty() ? "" : "/r" + event.otherPath();
            state.add(new Operation(event, 0, file, "/r" + event.path(), other));
        }
        return state;
    }

    private static List<String> files(EarlierState state) {
        return state.files().stream()
                .map(file -> file.path() + " " + file.size())
                .toList();
    }

    @Test
    void anOpenedFileExistedWithTheLengthThatTheOpenShows() {
        EarlierState state = of(
                Traced.call(Call.OPEN, "/d/f").file(1).on(1).length(100).result(0),
                Traced.call(Call.PREAD, "/d/f").file(1).on(1).range(10, 20));

        assertThat(files(state)).containsExactly("/r/d/f 100");
        assertThat(state.directories()).containsExactly("/r/d");
    }

    @Test
    void trimmedFilesEndAtTheFurthestReadUnlessTheyChange() {
        EarlierState state = of(
                true,
                Traced.call(Call.OPEN, "/d/f").file(1).on(1).length(100).result(0),
                Traced.call(Call.PREAD, "/d/f").file(1).on(1).range(10, 20),
                Traced.call(Call.PREAD, "/d/f").file(1).on(1).range(5, 6),
                Traced.call(Call.OPEN, "/d/unread").file(2).on(2).length(100).result(0),
                Traced.call(Call.OPEN, "/d/log").file(3).on(3).length(70).result(0),
                Traced.call(Call.APPEND, "/d/log").file(3).on(4).range(70, 0),
                Traced.call(Call.WRITE, "/d/log").file(3).on(4).range(70, 30));

        assertThat(files(state)).containsExactly("/r/d/f 30", "/r/d/log 70", "/r/d/unread 0");
    }

    @Test
    void anAppendedFileHasTheLengthBeforeTheAppend() {
        EarlierState state = of(
                Traced.call(Call.APPEND, "/d/f").file(1).on(1).range(70, 0),
                Traced.call(Call.WRITE, "/d/f").file(1).on(1).range(70, 30),
                Traced.call(Call.CLOSE_OUTPUT, "/d/f").file(1).on(1).result(0),
                Traced.call(Call.OPEN, "/d/f").file(1).on(2).length(100).result(0));

        assertThat(files(state)).containsExactly("/r/d/f 70");
    }

    @Test
    void aStreamThatWasOpenShowsItsPosition() {
        assertThat(files(of(Traced.call(Call.WRITE, "/d/f").file(1).on(1).range(40, 2))))
                .containsExactly("/r/d/f 40");
        assertThat(files(of(Traced.call(Call.PREAD, "/d/f").file(1).on(1).range(40, 2))))
                .containsExactly("/r/d/f 42");
    }

    @Test
    void createdFilesAndDirectoriesDidNotExist() {
        EarlierState state = of(
                Traced.call(Call.MKDIRS, "/d/e"),
                Traced.call(Call.CREATE, "/d/e/f").file(1).on(1).result(0),
                Traced.call(Call.CREATE, "/x/y/f").file(2).on(2).result(0),
                Traced.call(Call.OPEN, "/d/e/f").file(1).on(3).length(5).result(0),
                Traced.call(Call.LIST_STATUS, "/x/y").result(1),
                Traced.call(Call.OPEN, "/d/missing").file(9).failed());

        assertThat(files(state)).isEmpty();
        assertThat(state.directories()).isEmpty();
    }

    @Test
    void pathsBelowARenamedDirectoryAreThoseBeforeTheRename() {
        EarlierState state = of(
                Traced.call(Call.RENAME, "/old").to("/new/place"),
                Traced.call(Call.OPEN, "/new/place/sub/f")
                        .file(1)
                        .on(1)
                        .length(8)
                        .result(0),
                Traced.call(Call.DELETE, "/new/place"));

        assertThat(files(state)).containsExactly("/r/old/sub/f 8");
        assertThat(state.directories()).containsExactly("/r/new", "/r/old", "/r/old/sub");
    }

    @Test
    void aPathOfUnknownTypeIsAnEmptyFile() {
        EarlierState state = of(
                Traced.call(Call.EXISTS, "/d/f"),
                Traced.call(Call.DELETE, "/d/f"),
                Traced.call(Call.EXISTS, "/d/none").result(0),
                Traced.call(Call.CREATE, "/d/f").file(1).on(1).result(0));

        assertThat(files(state)).containsExactly("/r/d/f 0");
        assertThat(state.directories()).containsExactly("/r/d");
    }

    @Test
    void listedDirectoriesExistedAndAreNoFiles() {
        EarlierState state = of(
                Traced.call(Call.EXISTS, "/d"),
                Traced.call(Call.LIST_STATUS, "/d").result(0),
                Traced.call(Call.CREATE, "/p/f").file(1).on(1).result(0).detail("recursive=false"));

        assertThat(files(state)).isEmpty();
        assertThat(state.directories()).containsExactly("/r/d", "/r/p");
    }
}
