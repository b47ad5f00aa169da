package org.underbase.exalt.agent;

/** Thrown when the agent cannot start. The JVM must halt then: without the hooks it would corrupt compressed files. */
final class AgentStartupException extends Exception {
    private static final long serialVersionUID = 1L;

    AgentStartupException(String message) {
        super(message);
    }

    AgentStartupException(String message, Throwable cause) {
        super(message, cause);
    }
}
