package org.underbase.exalt.harness.load;

/**
 * One call of a NameNode, as its audit log has it.
 *
 * @param millis when it was made, since the log's beginning or since the epoch, as the log has it
 * @param user who made it, without how they showed who they are
 * @param command such as {@code getfileinfo}; options may stand behind it
 * @param source the path; empty where there is none
 * @param target the second path, or a list of paths in brackets; empty where there is none
 */
record AuditEntry(long millis, String user, String command, String source, String target) {}
