package org.underbase.htfs.format;

/** Thrown if a trace has a newer version than this reader supports. */
public final class TraceVersionException extends TraceFormatException {
    private static final long serialVersionUID = 1;

    TraceVersionException(String file, TraceVersionException cause) {
        super(file + ": " + cause.getMessage(), cause);
    }

    TraceVersionException(int version, int flags) {
        super("unsupported features 0x" + Integer.toHexString(flags) + " of format version " + version
                + ": use a newer Underbase");
    }

    TraceVersionException(int version) {
        super("unsupported format version " + version + ": this reader supports versions up to " + Layout.VERSION
                + "; use a newer Underbase");
    }
}
