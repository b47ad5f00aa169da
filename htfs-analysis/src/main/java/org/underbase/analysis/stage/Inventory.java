package org.underbase.analysis.stage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceSlice;
import org.underbase.operator.output.ProgramVersion;

/** Digest of everything on which the states of stages depend. */
public final class Inventory {
    private Inventory() {}

    /**
     * Computes the digest of the slices with the lengths and times of their files, of the settings that have an effect on the
     * result, and of this version of the analysis.
     */
    public static String digest(Configuration conf, List<TraceSlice> slices, Settings settings) throws IOException {
        StringBuilder text = new StringBuilder(ProgramVersion.of(Inventory.class))
                .append('\n')
                .append(settings.assumptions())
                .append(settings.definitions())
                .append(settings.usedBytes())
                .append(settings.image().isPresent() ? settings.image().get().version() : "")
                .append(settings.selection())
                .append(settings.skipBad())
                .append(settings.skewNanos())
                .append(settings.only().stream().sorted().toList())
                .append('\n');
        String last = "";
        for (TraceSlice slice : slices) {
            if (!slice.path().equals(last)) {
                last = slice.path();
                text.append(TraceFiles.modified(conf, slice)).append(' ');
            }
            text.append(slice).append('\n');
        }
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(text.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
