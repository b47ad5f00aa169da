package org.underbase.exalt.harness.load;

/**
 * Entry of a NameNode's audit log.
 *
 * @param millis time of the call, since the start of the log or the epoch, in milliseconds
 * @param user caller, without the authentication method
 * @param command command such as {@code getfileinfo}; options may follow it
 * @param source path; empty if there is no path
 * @param target second path, or a list of paths in brackets; empty if there is no second path
 */
record AuditEntry(long millis, String user, String command, String source, String target) {}
