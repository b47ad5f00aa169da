package org.underbase.htfs.record;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLogger;

/** Logs of the tracer. */
public final class TracerLog {
    private TracerLog() {}

    /**
     * Returns the log of a class. The log of a command such as {@code hdfs dfs} is the console of its user, who did not enable
     * the tracer: there it is empty, unless the level DEBUG is enabled for the class.
     */
    public static Logger of(Class<?> type) {
        Logger log = LoggerFactory.getLogger(type);
        return ProcessKind.current() != ProcessKind.COMMAND || log.isDebugEnabled() ? log : NOPLogger.NOP_LOGGER;
    }
}
