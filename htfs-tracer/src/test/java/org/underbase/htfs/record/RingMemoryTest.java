package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reuse of chunks; {@link RingStress} tests the memory with several threads. */
class RingMemoryTest {
    @Test
    void afterABurstTheKeptChunksAreReused() {
        RingMemory memory = new RingMemory(400, 2);
        List<Chunk> burst = take(memory, 400);
        assertThat(memory.take()).isNull();
        burst.forEach(memory::release);
        for (int i = 0; i < 3; i++) {
            List<Chunk> steady = take(memory, 256);
            assertThat(burst).containsAll(steady);
            steady.forEach(memory::release);
        }
        assertThat(burst)
                .as("the others were left to the garbage collector")
                .doesNotContain(take(memory, 257).get(256));
    }

    private static List<Chunk> take(RingMemory memory, int count) {
        List<Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            chunks.add(memory.take());
        }
        assertThat(chunks).doesNotContainNull().doesNotHaveDuplicates();
        return chunks;
    }
}
