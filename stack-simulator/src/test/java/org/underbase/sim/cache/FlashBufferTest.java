package org.underbase.sim.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FlashBufferTest {
    private final TieredCache cache = new TieredCache(0, 10, FlashPolicy.PROMOTE, (first, pages) -> {});
    private final FlashBuffer buffer = new FlashBuffer(10, cache::resizeFlash);

    @Test
    void bufferedFilesTakeSpaceFromTheCache() {
        cache.touch(1, 0, 10);
        assertThat(buffer.add(2, 6)).isEmpty();

        cache.touch(1, 6, 4);

        assertThat(cache.flashHits()).isEqualTo(4);
        assertThat(buffer.contains(2)).isTrue();
    }

    @Test
    void theOldestFilesAreWrittenToDiskWhenFlashIsFull() {
        buffer.add(1, 4);
        buffer.add(2, 4);
        buffer.add(3, 2);

        assertThat(buffer.add(4, 5)).containsExactly(1, 2);
        assertThat(buffer.contains(3)).isTrue();
    }

    @Test
    void aFileLargerThanFlashIsWrittenToDisk() {
        buffer.add(1, 4);

        assertThat(buffer.add(2, 11)).containsExactly(1, 2);
    }

    @Test
    void aDeletedFileIsNeverWrittenToDisk() {
        buffer.add(1, 6);
        assertThat(buffer.delete(1)).isTrue();

        assertThat(buffer.add(2, 6)).isEmpty();
        assertThat(buffer.delete(1)).isFalse();
    }
}
