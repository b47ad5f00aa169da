package org.underbase.htfs.format;

/** A trace of a version newer than this reader. */
public final class TraceVersionException extends TraceFormatException {
    private static final long serialVersionUID = 1;

    TraceVersionException(String file, TraceVersionException cause) {
        super(file + ": " + cause.getMessage(), cause);
    }

    TraceVersionException(int version) {
        super("the trace has format version " + version + ", this reader knows versions up to " + Layout.VERSION
                + ": read it with a newer Underbase");
    }
}
