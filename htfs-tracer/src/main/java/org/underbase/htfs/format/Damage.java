package org.underbase.htfs.format;

/**
 * A part of a segment that could not be read.
 *
 * @param file the segment
 * @param offset where the part begins, in bytes
 * @param bytes how long it is; 0 when something is missing there
 * @param reason what is wrong, for people
 */
public record Damage(String file, long offset, long bytes, String reason) {
    @Override
    public String toString() {
        return file + ": at byte " + offset + (bytes > 0 ? ", " + bytes + " bytes" : "") + ": " + reason;
    }
}
