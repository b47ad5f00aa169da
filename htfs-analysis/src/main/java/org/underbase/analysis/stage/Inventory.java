package org.underbase.analysis.stage;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceSlice;

/** Digest of everything on which the states of stages depend. */
public final class Inventory {
    private Inventory() {}

    /**
     * Computes the digest of the slices with the lengths and times of their files, of the settings that have an effect on the
     * result, and of this version of the analysis.
     */
    public static String digest(Configuration conf, List<TraceSlice> slices, Settings settings) throws IOException {
        StringBuilder text = new StringBuilder(version())
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

    /** Returns the version, and the time and length of the file with the classes, because a development version changes. */
    private static String version() {
        try {
            File classes = new File(Inventory.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Inventory.class.getPackage().getImplementationVersion() + " " + classes.lastModified() + " "
                    + classes.length();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
