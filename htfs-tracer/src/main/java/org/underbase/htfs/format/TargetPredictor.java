package org.underbase.htfs.format;

import java.util.HashMap;
import java.util.Map;

/** Predictor of the fields of a block's targets (a file, alone or through a stream) from the previous targets. */
final class TargetPredictor {
    private final Map<Long, Long> inodes = new HashMap<>();
    private long stream;
    private long file;
    private long newPath;
    private long inode;

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

    /** Returns 0 for the last inode of the file, 1 for none, otherwise 2 plus the coded difference to the previous inode. */
    long inodeCode(long ofFile, long value) {
        long code = value == inodes.getOrDefault(ofFile, -1L) ? 0 : value == -1 ? 1 : 2 + Packed.zigzag(value - inode);
        inode(ofFile, value);
        return code;
    }

    long inodeOf(long ofFile, long code) {
        long value = code == 0 ? inodes.getOrDefault(ofFile, -1L) : code == 1 ? -1 : inode + Packed.unzigzag(code - 2);
        inode(ofFile, value);
        return value;
    }

    private void inode(long ofFile, long value) {
        inodes.put(ofFile, value);
        inode = value == -1 ? inode : value;
    }
}
