package org.underbase.bench.combinedlog.cluster;

import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FSDataOutputStream;

/** Call that completes an append. */
public enum Call {
    /** Waits until the data is on the disks of all DataNodes. */
    HSYNC {
        @Override
        void on(FSDataOutputStream out) throws IOException {
            out.hsync();
        }
    },
    /** Waits until the data is in the memory of all DataNodes. */
    HFLUSH {
        @Override
        void on(FSDataOutputStream out) throws IOException {
            out.hflush();
        }
    };

    abstract void on(FSDataOutputStream out) throws IOException;

    /** Returns the name for tables. */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
