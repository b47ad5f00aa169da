package org.underbase.localcompact.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * File with the finished schedules of a soak, one JSON object per line after a line that identifies the soak. A run that was
 * interrupted continues after them. Without a file it records nothing. Not thread-safe.
 */
final class SoakJournal {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Finished schedule.
     *
     * @param number number of the schedule
     * @param hit whether its fault occurred
     * @param outcomes outcomes of the compactions
     * @param rows number of compared rows
     * @param kills number of killed processes
     * @param restarted number of daemons that exited by themselves and were restarted
     */
    record Finished(long number, boolean hit, List<String> outcomes, long rows, long kills, long restarted) {}

    private final Optional<Path> file;
    private final List<Finished> finished;

    private SoakJournal(Optional<Path> file, List<Finished> finished) {
        this.file = file;
        this.finished = finished;
    }

    /** Opens or creates a journal; {@code identity} is one line with everything that determines the schedules. */
    static SoakJournal open(Optional<Path> file, String identity) throws IOException {
        List<Finished> finished = new ArrayList<>();
        if (file.isPresent()) {
            String text = Files.exists(file.get()) ? Files.readString(file.get()) : "";
            // A line without its end was interrupted.
            String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            List<String> lines = whole.lines().toList();
            if (!lines.isEmpty() && !lines.get(0).equals(identity)) {
                throw new IOException("cannot resume " + file.get() + ": it is of '" + lines.get(0) + "', this run is '"
                        + identity + "'; delete the file to start again");
            }
            for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
                finished.add(JSON.readValue(line, Finished.class));
            }
            Files.writeString(file.get(), lines.isEmpty() ? identity + "\n" : whole);
        }
        return new SoakJournal(file, finished);
    }

    /** Returns the schedules that earlier runs finished. */
    List<Finished> finished() {
        return List.copyOf(finished);
    }

    void add(Finished schedule) throws IOException {
        finished.add(schedule);
        if (file.isPresent()) {
            Files.write(
                    file.get(),
                    (JSON.writeValueAsString(schedule) + "\n").getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.APPEND);
        }
    }
}
