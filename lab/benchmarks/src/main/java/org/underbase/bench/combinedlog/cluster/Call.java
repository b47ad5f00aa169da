package org.underbase.bench.combinedlog.cluster;

import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FSDataOutputStream;

/** What ends an append. */
public enum Call {
    HSYNC {
        @Override
        void on(FSDataOutputStream out) throws IOException {
            out.hsync();
        }
    },
    HFLUSH {
        @Override
        void on(FSDataOutputStream out) throws IOException {
            out.hflush();
        }
    };

    abstract void on(FSDataOutputStream out) throws IOException;

    /** For tables. */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
