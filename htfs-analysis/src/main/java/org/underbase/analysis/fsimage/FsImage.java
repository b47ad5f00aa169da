package org.underbase.analysis.fsimage;

import java.util.List;

/**
 * Files of an fsimage.
 *
 * @param nanos time of the last change of the namespace in the image, in nanoseconds since the epoch
 * @param files the files with names of interest, in the order of the image
 */
public record FsImage(long nanos, List<File> files) {
    public FsImage {
        files = List.copyOf(files);
    }

    /**
     * File of an image.
     *
     * @param path absolute path
     * @param size bytes of its blocks
     * @param modifiedNanos time of its last close, in nanoseconds since the epoch
     * @param open whether a client was writing it, so that its size was about to change
     */
    public record File(String path, long size, long modifiedNanos, boolean open) {}
}
