package org.underbase.htfs.format;

import java.util.HashMap;
import java.util.Map;

/** Predictor of the fields of a block's targets (a file, alone or through a stream) from the previous targets. */
final class TargetPredictor {
    private final PerFile inodes = new PerFile();
    private final PerFile firstBlocks = new PerFile();
    private long stream;
    private long file;
    private long newPath;

    long streamCode(long value) {
        long code = value == -1 ? 0 : 1 + Packed.zigzag(value - stream);
        stream(value);
        return code;
    }

    long streamOf(long code) {
        long value = code == 0 ? -1 : stream + Packed.unzigzag(code - 1);
        stream(value);
        return value;
    }

    private void stream(long value) {
        stream = value == -1 ? stream : value;
    }

    long fileCode(long value) {
        long code = Packed.zigzag(value - file);
        file = value;
        return code;
    }

    long fileOf(long code) {
        file += Packed.unzigzag(code);
        return file;
    }

    /** Returns 0 for the next new path, otherwise the distance from it. */
    long pathCode(long value) {
        long code = newPath - value;
        newPath = Math.max(newPath, value + 1);
        return code;
    }

    long pathOf(long code, int paths) throws TraceFormatException {
        long value = newPath - code;
        if (value < 0 || value > newPath || value >= paths) {
            throw new TraceFormatException("a target has path index " + value + " of " + paths);
        }
        newPath = Math.max(newPath, value + 1);
        return value;
    }

    /** Returns the number of paths of the targets so far. */
    long paths() {
        return newPath;
    }

    long inodeCode(long ofFile, long value) {
        return inodes.code(ofFile, value);
    }

    long inodeOf(long ofFile, long code) {
        return inodes.value(ofFile, code);
    }

    long firstBlockCode(long ofFile, long value) {
        return firstBlocks.code(ofFile, value);
    }

    long firstBlockOf(long ofFile, long code) {
        return firstBlocks.value(ofFile, code);
    }

    /** A number that is usually the same for all targets of a file. */
    private static final class PerFile {
        private final Map<Long, Long> known = new HashMap<>();
        private long last;

        /** Returns 0 for the last number of the file, 1 for none, otherwise 2 plus the coded difference to the previous one. */
        long code(long file, long value) {
            long code = value == known.getOrDefault(file, -1L) ? 0 : value == -1 ? 1 : 2 + Packed.zigzag(value - last);
            learn(file, value);
            return code;
        }

        long value(long file, long code) {
            long value = code == 0 ? known.getOrDefault(file, -1L) : code == 1 ? -1 : last + Packed.unzigzag(code - 2);
            learn(file, value);
            return value;
        }

        private void learn(long file, long value) {
            known.put(file, value);
            last = value == -1 ? last : value;
        }
    }
}
