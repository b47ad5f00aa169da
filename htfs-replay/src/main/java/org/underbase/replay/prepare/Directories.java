package org.underbase.replay.prepare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.underbase.replay.trace.Operation;

/** The namespace as the calls so far show it, and the paths that its contents had before the trace. */
final class Directories {
    /** Type of a path. */
    enum Type {
        FILE,
        DIRECTORY,
        /** A file or a directory. */
        ANY
    }

    private record Move(String from, String to) {}

    private final TreeMap<String, Type> types = new TreeMap<>();
    private final List<Move> moves = new ArrayList<>();

    /** Returns what is at a path; null if nothing is known. */
    Type get(String path) {
        return types.get(path);
    }

    void put(String path, Type type) {
        types.put(path, type);
    }

    /** Returns the path before the trace of a path that was not created during the trace. */
    String before(String path) {
        String at = path;
        for (int i = moves.size() - 1; i >= 0; i--) {
            Move move = moves.get(i);
            if (at.equals(move.to) || at.startsWith(move.to + "/")) {
                at = move.from + at.substring(move.to.length());
            }
        }
        return at;
    }

    void delete(String path) {
        types.remove(path);
        types.subMap(path + "/", path + "0").clear();
    }

    /** Moves a path with its contents; into the target if that is a directory and {@code exact} is false. */
    void rename(String from, String target, boolean exact) {
        boolean into = !exact && types.get(target) == Type.DIRECTORY && !target.equals(from);
        String to = into ? target + from.substring(Operation.parent(from).length()) : target;
        if (to.equals(from)) {
            return;
        }
        Map<String, Type> below = new TreeMap<>(types.subMap(from + "/", from + "0"));
        Type type = types.get(from);
        delete(from);
        delete(to);
        types.put(to, type == null ? Type.ANY : type);
        below.forEach((path, of) -> types.put(to + path.substring(from.length()), of));
        moves.add(new Move(from, to));
    }
}
