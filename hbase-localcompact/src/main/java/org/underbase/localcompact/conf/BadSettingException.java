package org.underbase.localcompact.conf;

/** A configuration key has a value that makes no sense. */
public final class BadSettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    BadSettingException(String message) {
        super(message);
    }
}
