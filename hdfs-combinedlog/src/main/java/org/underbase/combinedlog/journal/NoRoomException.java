package org.underbase.combinedlog.journal;

import java.io.IOException;

/** The segments are full and the checkpoint is not yet through: what should be logged is to be made durable in place. */
public final class NoRoomException extends IOException {
    private static final long serialVersionUID = 1;

    NoRoomException() {
        super("the journal has no free segment: its checkpoint is slower than its writers");
    }
}
