package org.underbase.htfs.record;

/**
 * What only few events have; allocated for those alone.
 *
 * @param other the second file of a call that has two, or null
 * @param failure the class of the exception thrown, or null
 * @param detail {@code key=value} pairs separated by blanks, or null
 * @param user the user on whose behalf the call was made, or null for the process' own
 * @param group the vectored request this event belongs to, or -1
 */
record Extra(FileRef other, Class<? extends Throwable> failure, String detail, String user, long group) {}
