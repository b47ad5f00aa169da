package org.underbase.parquet.export;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.underbase.analysis.catalog.ErasureCoding;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.SubActivity;
import org.underbase.parquet.row.EventRow;
import org.underbase.parquet.table.Column;

/** Columns of the tables of a trace; docs/parquet.md describes them. */
final class Tables {
    static final String KEY = "file_key";

    private static final Map<Call, String> KINDS =
            texts(Call.class, call -> call == Call.ACTIVITY ? "write" : lower(call.kind()));
    private static final Map<Activity, String> ACTIVITIES = texts(Activity.class, Activity::label);
    private static final Map<SubActivity, String> PARTS = texts(SubActivity.class, SubActivity::label);

    private final FileCatalog catalog;
    private final FileTotals totals;
    private final Set<FileKind> kinds = new TreeSet<>();

    Tables(FileCatalog catalog, FileTotals totals) {
        this.catalog = catalog;
        this.totals = totals;
        catalog.files().forEach(file -> kinds.add(file.kind()));
    }

    List<Column<EventRow>> events() {
        return List.of(
                Column.nanos("start_ns", EventRow::start),
                Column.nanos("duration_ns", EventRow::duration),
                Column.natural("offset", EventRow::offset),
                Column.natural("length", EventRow::length),
                Column.number("result", EventRow::result),
                Column.natural(KEY, EventRow::file),
                Column.natural("inode", EventRow::inode),
                Column.natural("first_block", EventRow::firstBlock),
                Column.natural("stream", EventRow::stream),
                Column.natural("grp", EventRow::group),
                Column.text("host", EventRow::host),
                Column.text("process", EventRow::process),
                Column.text("label", EventRow::label),
                Column.text("thread", EventRow::thread),
                Column.text("user", EventRow::user),
                Column.text("activity", row -> ACTIVITIES.get(row.activity())),
                Column.text("sub", row -> PARTS.get(row.part())),
                Column.text("kind", row -> KINDS.get(row.call())),
                Column.text("call", row -> row.call().label()),
                Column.text(
                        "namespace",
                        row -> known(row) ? catalog.names(row.file()).namespace() : ""),
                Column.text("type", row -> known(row) ? type(catalog.file(row.file())) : ""),
                Column.flag("system", EventRow::system),
                Column.text("path", EventRow::path),
                Column.text("other_path", EventRow::otherPath),
                Column.text("exception", EventRow::exception),
                Column.text("detail", EventRow::detail),
                Column.real("weight", row -> weight(row.sampling())));
    }

    List<Column<FileFacts>> files() {
        return List.of(
                Column.number(KEY, FileFacts::key),
                Column.text("namespace", file -> catalog.names(file.key()).namespace()),
                Column.natural("inode", file -> catalog.names(file.key()).inode()),
                Column.natural("first_block", file -> catalog.names(file.key()).firstBlock()),
                Column.text("type", this::type),
                Column.text("table", file -> file.kind().table()),
                Column.text("region", FileFacts::region),
                Column.text("family", file -> file.kind().family()),
                Column.flag("system", file -> file.kind().isSystem()),
                Column.text("first_path", file -> catalog.names(file.key()).firstPath()),
                Column.text("last_path", file -> catalog.names(file.key()).lastPath()),
                Column.nanos("first_seen_ns", file -> catalog.names(file.key()).firstNanos()),
                Column.natural("created_ns", FileFacts::createdNanos),
                Column.natural("ended_ns", file -> file.isAlive() ? -1 : file.endNanos()),
                Column.text("end", file -> lower(file.end())),
                Column.natural("size", file -> file.sized() ? file.size() : -1),
                Column.natural("replication", FileFacts::replication),
                Column.text("ec", file -> file.coding().map(Tables::layout).orElse("")),
                Column.number("read_bytes", file -> totals.of(file.key()).read()),
                Column.number("written_bytes", file -> totals.of(file.key()).written()),
                Column.number("r", file -> totals.of(file.key()).touched().readOnly()),
                Column.number("w", file -> totals.of(file.key()).touched().writtenOnly()),
                Column.number("rw", file -> totals.of(file.key()).touched().both()),
                Column.real("weight", file -> weight(totals.of(file.key()).sampling())));
    }

    private static boolean known(EventRow row) {
        return row.file() != EventRow.NO_FILE;
    }

    private String type(FileFacts file) {
        return file.kind().label(kinds);
    }

    private static <E extends Enum<E>> Map<E, String> texts(Class<E> type, Function<E, String> text) {
        Map<E, String> texts = new EnumMap<>(type);
        for (E constant : type.getEnumConstants()) {
            texts.put(constant, text.apply(constant));
        }
        return texts;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String layout(ErasureCoding coding) {
        return coding.data() + "-" + coding.parity() + "-" + coding.cell();
    }

    private static double weight(long sampling) {
        return sampling <= 0 ? 1 : Math.max(1, (double) BlockHeader.ALL / sampling);
    }
}
