package org.underbase.replay.prepare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.operator.output.JsonText;

/**
 * Directory of a replay. Its manifest names the trace; two empty files mark the end of the preparation and the start of the
 * replay. Nothing else in it is written or deleted than the manifest, the marks and the two directories of files.
 */
public final class ReplayDirectory {
    private static final String MANIFEST = "manifest.json";
    private static final String PREPARED = "prepared";
    private static final String STARTED = "started";
    private static final String FORMAT = "underbase-replay-1";

    private final FileSystem fs;
    private final Path directory;

    private ReplayDirectory(FileSystem fs, Path directory) {
        this.fs = fs;
        this.directory = directory;
    }

    /** Returns the directory of the replay's files. */
    public static String root(String under) {
        return under + "/namespace";
    }

    Path temporary() {
        return new Path(directory, "temporary");
    }

    /**
     * Opens the directory, and creates it if it does not exist.
     *
     * @param fingerprint text that identifies the trace
     * @param clean whether to delete the files of an earlier replay
     * @throws IOException if the directory has contents without a manifest, or belongs to another trace or an earlier replay
     */
    public static ReplayDirectory open(FileSystem fs, String under, String fingerprint, boolean clean)
            throws IOException {
        ReplayDirectory replay = new ReplayDirectory(fs, new Path(under));
        boolean exists = replay.check(fingerprint, clean);
        if (exists && clean) {
            replay.delete();
        }
        if (!exists || clean) {
            replay.writeManifest(fingerprint);
        }
        return replay;
    }

    /** Checks what {@link #open} checks, without changes. Returns whether the directory has a manifest. */
    public static boolean check(FileSystem fs, String under, String fingerprint, boolean clean) throws IOException {
        return new ReplayDirectory(fs, new Path(under)).check(fingerprint, clean);
    }

    private boolean check(String fingerprint, boolean clean) throws IOException {
        FileStatus[] contents;
        try {
            contents = fs.listStatus(directory);
        } catch (FileNotFoundException e) {
            return false;
        }
        if (contents.length == 0) {
            return false;
        }
        String made = manifest();
        if (made.isEmpty()) {
            // A kill between the creation and the close of the manifest.
            boolean torn = contents.length == 1
                    && contents[0].getLen() == 0
                    && contents[0].getPath().equals(fs.makeQualified(new Path(directory, MANIFEST)));
            if (torn) {
                return false;
            }
            throw new IOException(
                    "directory " + directory + " is not empty and has no manifest of a replay: choose another --under");
        }
        if (!clean && !made.equals(fingerprint)) {
            throw new IOException(
                    "directory " + directory
                            + " belongs to the replay of another trace, or one with other options: choose another --under, or delete its files with --clean");
        }
        if (!clean && fs.exists(new Path(directory, STARTED))) {
            throw new IOException("directory " + directory
                    + " was already used by a replay: choose another --under, or delete its files with --clean");
        }
        return true;
    }

    /** Returns the fingerprint in the manifest; empty if the manifest is missing or incomplete. */
    private String manifest() throws IOException {
        try (FSDataInputStream in = fs.open(new Path(directory, MANIFEST))) {
            JsonNode json = new ObjectMapper().readTree(in.readAllBytes());
            return FORMAT.equals(json.path("format").asText())
                    ? json.path("trace").asText()
                    : "";
        } catch (FileNotFoundException | com.fasterxml.jackson.core.JsonProcessingException e) {
            return "";
        }
    }

    private void delete() throws IOException {
        for (String name : new String[] {PREPARED, "namespace", "temporary", STARTED, MANIFEST}) {
            fs.delete(new Path(directory, name), true);
        }
    }

    private void writeManifest(String fingerprint) throws IOException {
        String text = JsonText.of(JsonText.object().put("format", FORMAT).put("trace", fingerprint));
        try (FSDataOutputStream out = fs.create(new Path(directory, MANIFEST), true)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    public boolean isPrepared() throws IOException {
        return fs.exists(new Path(directory, PREPARED));
    }

    void prepared() throws IOException {
        fs.create(new Path(directory, PREPARED), true).close();
    }

    /** Marks the start of the replay, which changes the prepared files. */
    public void start() throws IOException {
        // Without overwriting: of two concurrent replays one fails.
        fs.create(new Path(directory, STARTED), false).close();
    }
}
