package org.underbase.htfs.format;

/**
 * A byte range of a segment that could not be read.
 *
 * @param file path of the segment
 * @param offset start of the range, in bytes
 * @param bytes length of the range in bytes; 0 if blocks are missing there
 * @param reason human-readable cause
 */
public record CorruptRange(String file, long offset, long bytes, String reason) {
    @Override
    public String toString() {
        return file + ": at byte " + offset + (bytes > 0 ? ", " + bytes + " bytes" : "") + ": " + reason;
    }
}
