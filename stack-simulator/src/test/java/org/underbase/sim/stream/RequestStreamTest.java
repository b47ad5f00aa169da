package org.underbase.sim.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

class RequestStreamTest {
    private static final int COUNT = 40_000;
    private static final List<Activity> ACTIVITIES = List.of(Activity.values());

    /** Requests as text. */
    private static final class Recorder implements RequestListener {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void created(long time, Activity activity, int file, int length, int megabytes, boolean received) {
            lines.add(time + " created " + activity + " " + file + " " + length + " " + megabytes + " " + received);
        }

        @Override
        public void request(long time, Activity activity, int file, int offset, int length, boolean received) {
            lines.add(time + " " + activity + " " + file + " " + offset + " " + length + " " + received);
        }

        @Override
        public void deleted(long time, int file, int length) {
            lines.add(time + " deleted " + file + " " + length);
        }
    }

    private static void emit(RequestListener listener, int count) {
        SplittableRandom random = new SplittableRandom(3);
        long time = 0;
        for (int i = 0; i < count; i++) {
            time += random.nextLong(1L << random.nextInt(40));
            int file = random.nextInt(1 << random.nextInt(1, 31));
            int offset = random.nextInt(1 << random.nextInt(1, 30));
            int length = random.nextInt(1 << 20);
            Activity activity = ACTIVITIES.get(random.nextInt(ACTIVITIES.size()));
            int kind = random.nextInt(10);
            if (kind == 0) {
                listener.deleted(time, file, length);
            } else if (kind == 1) {
                listener.created(time, activity, file, length, offset, random.nextBoolean());
            } else {
                listener.request(time, activity, file, offset, length, random.nextBoolean());
            }
        }
    }

    private static byte[] file(int count) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (RequestWriter writer = new RequestWriter(bytes)) {
            emit(writer, count);
        }
        return bytes.toByteArray();
    }

    private static List<String> read(byte[] bytes) throws IOException {
        Recorder recorder = new Recorder();
        RequestReader.read(new ByteArrayInputStream(bytes), recorder);
        return recorder.lines;
    }

    @Test
    void aFileContainsTheWrittenRequests() throws IOException {
        Recorder expected = new Recorder();
        emit(expected, COUNT);

        assertThat(read(file(COUNT))).isEqualTo(expected.lines);
        assertThat(read(file(0))).isEmpty();
    }

    @Test
    void aTruncatedFileIsRejectedAtEachByte() throws IOException {
        byte[] bytes = file(100);
        for (int length = 0; length < bytes.length; length++) {
            byte[] truncated = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(truncated))
                    .as("%d bytes", length)
                    .isInstanceOf(RequestFormatException.class)
                    .hasMessageContaining("truncated");
        }
    }

    @Test
    void intactBlocksOfATruncatedFileAreDelivered() throws IOException {
        byte[] bytes = file(COUNT);
        Recorder recorder = new Recorder();
        byte[] truncated = Arrays.copyOf(bytes, bytes.length / 2);

        assertThatThrownBy(() -> RequestReader.read(new ByteArrayInputStream(truncated), recorder))
                .isInstanceOf(RequestFormatException.class);
        assertThat(recorder.lines).hasSize(Format.MOST_REQUESTS);
    }

    /** Each change is found; no change causes another exception. */
    @Test
    void aChangedByteIsRejected() throws IOException {
        byte[] bytes = file(500);
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 5_000; i++) {
            byte[] changed = bytes.clone();
            int at = random.nextInt(bytes.length);
            changed[at] ^= (byte) (1 + random.nextInt(255));
            assertThatThrownBy(() -> read(changed)).as("byte %d", at).isInstanceOf(RequestFormatException.class);
        }
    }

    @Test
    void anotherVersionIsRejected() throws IOException {
        byte[] bytes = file(1);
        bytes[7]++;

        assertThatThrownBy(() -> read(bytes)).hasMessageContaining("unsupported version 2");
    }
}
