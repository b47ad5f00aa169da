package org.underbase.replay.order;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.replay.trace.Operation;

/** The resources that a call uses. Pure functions. */
final class Uses {
    private static final Set<Call> POSITIONAL = EnumSet.of(
            Call.PREAD,
            Call.READ_FULLY,
            Call.PREAD_BYTE_BUFFER,
            Call.READ_FULLY_BYTE_BUFFER,
            Call.READ_RANGE,
            Call.READ_VECTORED);

    /** Calls that make bytes visible to readers, or change the file itself. */
    private static final Set<Call> CHANGES_FILE = EnumSet.of(
            Call.CREATE,
            Call.APPEND,
            Call.WAL_OPEN,
            Call.CREATE_NEW_FILE,
            Call.ACTIVITY,
            Call.CLOSE_OUTPUT,
            Call.WAL_CLOSE,
            Call.ABORT,
            Call.HFLUSH,
            Call.HSYNC,
            Call.WAL_SYNC,
            Call.TRUNCATE,
            Call.CONCAT,
            Call.RECOVER_LEASE,
            Call.RENAME,
            Call.DELETE,
            Call.BULK_DELETE);

    private static final Set<Call> CHANGES_PATH = EnumSet.of(
            Call.CREATE,
            Call.WAL_OPEN,
            Call.CREATE_NEW_FILE,
            Call.ACTIVITY,
            Call.TRUNCATE,
            Call.CONCAT,
            Call.RENAME,
            Call.DELETE,
            Call.BULK_DELETE,
            Call.MKDIRS,
            Call.MKDIR,
            Call.CREATE_SYMLINK);

    private Uses() {}

    static List<Use> of(Operation operation) {
        Call call = operation.event().call();
        List<Use> uses = new ArrayList<>();
        if (operation.hasStream()) {
            boolean positional = POSITIONAL.contains(operation.event().eachCall());
            uses.add(new Use(operation.stream(), positional ? Mode.USE : Mode.CHANGE));
        }
        if (operation.file() >= 0) {
            uses.add(new Use(operation.file(), CHANGES_FILE.contains(call) ? Mode.CHANGE : Mode.USE));
        }
        Mode mode =
                CHANGES_PATH.contains(call) ? Mode.CHANGE : call.kind() == Call.Kind.META ? Mode.READ_BELOW : Mode.USE;
        path(operation.path(), mode, uses);
        path(operation.other(), mode, uses);
        needsParent(operation, call, uses);
        return uses;
    }

    private static void path(String path, Mode mode, List<Use> uses) {
        if (path.isEmpty()) {
            return;
        }
        uses.add(new Use(path, mode));
        Mode above = mode == Mode.CHANGE ? Mode.CHANGE_BELOW : Mode.USE_BELOW;
        for (String at = Operation.parent(path); !at.isEmpty(); at = Operation.parent(at)) {
            uses.add(new Use(at, above));
        }
    }

    /** The directory of the new path may be one that the creation of another path created. */
    private static void needsParent(Operation operation, Call call, List<Use> uses) {
        boolean only = Details.value(operation.event().detail(), "recursive").equals("false") || call == Call.MKDIR;
        String path = call == Call.RENAME ? operation.other() : operation.path();
        if (call == Call.RENAME || (only && CHANGES_PATH.contains(call) && call != Call.DELETE)) {
            String parent = Operation.parent(path);
            if (!parent.isEmpty()) {
                uses.add(new Use(parent, Mode.READ_BELOW));
            }
        }
    }
}
