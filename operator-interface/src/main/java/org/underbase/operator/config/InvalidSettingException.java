package org.underbase.operator.config;

/** Thrown when the configured value of a key is invalid. The message names the key, the value and the valid values. */
public final class InvalidSettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** @param message failure, key and action in one line */
    public InvalidSettingException(String message) {
        super(message);
    }
}
