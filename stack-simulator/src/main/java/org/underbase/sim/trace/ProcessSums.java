package org.underbase.sim.trace;

import java.io.IOException;
import org.underbase.analysis.operator.Fields;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/** Calls of one traced process. */
final class ProcessSums {
    private static final String REGION_SERVER = "regionserver";

    private String label = "";
    private long read;
    private long written;
    private long logged;
    private long opened;
    private long closed;

    void add(TraceEvent event) {
        if (label.isEmpty()) {
            label = event.label();
        }
        Call call = event.call();
        long bytes = Math.max(0, event.result());
        switch (call.kind()) {
            case READ -> read += bytes;
            case WRITE -> {
                written += bytes;
                logged += event.activity() == Activity.LOGGING ? bytes : 0;
            }
            case OPEN -> opened++;
            case CLOSE -> closed++;
            case META, READ_GROUP, SYNC, STREAM -> {}
        }
    }

    void merge(ProcessSums later) {
        label = label.isEmpty() ? later.label : label;
        read += later.read;
        written += later.written;
        logged += later.logged;
        opened += later.opened;
        closed += later.closed;
    }

    void transfer(Fields fields) throws IOException {
        label = fields.text(label);
        read = fields.number(read);
        written = fields.number(written);
        logged = fields.number(logged);
        opened = fields.number(opened);
        closed = fields.number(closed);
    }

    boolean isRegionServer() {
        return label.equals(REGION_SERVER);
    }

    boolean logs() {
        return logged > 0;
    }

    long read() {
        return read;
    }

    long bytes() {
        return read + written;
    }

    long opened() {
        return opened;
    }

    long closed() {
        return closed;
    }
}
