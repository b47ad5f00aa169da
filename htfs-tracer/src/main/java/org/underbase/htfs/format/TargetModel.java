package org.underbase.htfs.format;

import java.util.HashMap;
import java.util.Map;

/** Guesses the fields of a block's targets (a file, by itself or through a stream) from the targets before. */
final class TargetModel {
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

    /** 0: the next path not seen so far, else how much older. */
    long pathCode(long value) {
        long code = newPath - value;
        newPath = Math.max(newPath, value + 1);
        return code;
    }

    long pathOf(long code, int paths) throws TraceFormatException {
        long value = newPath - code;
        if (value < 0 || value > newPath || value >= paths) {
            throw new TraceFormatException("a file names path " + value + " of " + paths);
        }
        newPath = Math.max(newPath, value + 1);
        return value;
    }

    /** How many paths the targets so far have. */
    long paths() {
        return newPath;
    }

    /** 0: as the file had before, 1: none, else the difference to the inode before. */
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
