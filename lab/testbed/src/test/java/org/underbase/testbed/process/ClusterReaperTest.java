package org.underbase.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Order of creations and the removal of a cluster. */
class ClusterReaperTest {
    private final String id = UUID.randomUUID().toString();

    @TempDir
    private Path temporary;

    private Path directory;
    private ClusterReaper reaper;

    @BeforeEach
    void start() throws IOException {
        directory = Files.createDirectories(temporary.resolve("parent/cluster"));
        reaper = ClusterReaper.start(id, directory);
    }

    @AfterEach
    void cleanUp() throws IOException {
        reaper.cleanUp();
    }

    @Test
    void removalWaitsForACreationWhichFailsAtItsNextStep()
            throws IOException, ExecutionException, InterruptedException {
        FutureTask<Void> removal = new FutureTask<>(() -> {
            reaper.cleanUp();
            return null;
        });
        Thread remover = new Thread(removal);
        reaper.create(() -> {
            remover.start();
            await().atMost(Duration.ofMinutes(2)).until(() -> remover.getState() == Thread.State.BLOCKED);
            assertThatThrownBy(() -> reaper.remember(new Undo.Tree(temporary.resolve("outside"))))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is being removed");
            return Files.createFile(directory.resolve("late"));
        });
        removal.get();
        assertThat(directory).doesNotExist();
    }

    @Test
    void nothingIsCreatedAfterTheRemoval() throws IOException {
        reaper.cleanUp();
        assertThatThrownBy(() -> reaper.create(() -> Files.createDirectories(directory)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is being removed");
        assertThatThrownBy(() -> ClusterReaper.launch(new ProcessBuilder("true"), id))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is being removed");
        assertThat(directory).doesNotExist();
    }

    @Test
    void hookIsUnregisteredAfterTheRemoval() throws IOException {
        reaper.cleanUp();
        assertThat(Runtime.getRuntime().removeShutdownHook(reaper.hook)).isFalse();
    }

    @Test
    void otherClustersInADirectoryAreRemovedAfterAFailedRemoval() throws IOException {
        Path parent = directory.getParent();
        List<Path> failing = new ArrayList<>();
        for (String name : List.of("first", "second")) {
            Path other = Files.createDirectories(parent.resolve(name));
            ClusterReaper.start(UUID.randomUUID().toString(), other);
            Files.writeString(other.resolve("undo"), "unsupported\tline\n");
            failing.add(other);
        }
        assertThatThrownBy(() -> ClusterReaper.cleanUpBelow(parent.toRealPath()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot undo: unsupported line")
                .satisfies(first -> assertThat(first.getSuppressed())
                        .singleElement()
                        .satisfies(second -> assertThat(second).hasMessageContaining("cannot undo: unsupported line")));
        assertThat(failing).allSatisfy(each -> assertThat(each).exists());
        assertThat(directory).doesNotExist();
    }

    @Test
    void clustersInADirectoryAreRemovedWithIt() throws IOException {
        Path other = Files.createDirectories(temporary.resolve("other"));
        ClusterReaper elsewhere = ClusterReaper.start(UUID.randomUUID().toString(), other);
        try {
            ClusterReaper.cleanUpBelow(directory.getParent().toRealPath());
            assertThat(directory.getParent()).isEmptyDirectory();
            assertThat(other).exists();
        } finally {
            elsewhere.cleanUp();
        }
    }
}
