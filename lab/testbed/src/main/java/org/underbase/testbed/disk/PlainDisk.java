package org.underbase.testbed.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Disk that is a directory of the machine's disk. */
public record PlainDisk(String name) implements Disk {
    @Override
    public Optional<String> obstacle() {
        return Optional.empty();
    }

    @Override
    public OpenDisk open(DiskTools tools, Path home, Path mountPoint) throws IOException {
        Files.createDirectories(mountPoint);
        return reopen(home, mountPoint);
    }

    @Override
    public OpenDisk reopen(Path home, Path mountPoint) {
        return new Opened(name, mountPoint);
    }

    private record Opened(String name, Path path) implements OpenDisk {
        @Override
        public Optional<DiskCounters> counters() {
            return Optional.empty();
        }

        @Override
        public void model(DiskModel model) {
            throw new UnsupportedOperationException("a plain directory has no model: use Disk.slow");
        }

        @Override
        public void snapshot() {
            throw new UnsupportedOperationException("a plain directory has no snapshots: use Disk.slow");
        }

        @Override
        public void restore() {
            throw new UnsupportedOperationException("a plain directory has no snapshots: use Disk.slow");
        }
    }
}
