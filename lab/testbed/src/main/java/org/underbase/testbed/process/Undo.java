package org.underbase.testbed.process;

import java.nio.file.Path;

/** Something that outlives processes and must be removed with the cluster. */
public sealed interface Undo {
    /** A mounted file system. */
    record Mount(Path mountPoint) implements Undo {
        @Override
        public String line() {
            return "mount\t" + mountPoint;
        }
    }

    /** A loop device over a backing file. */
    record Loop(Path backingFile) implements Undo {
        @Override
        public String line() {
            return "loop\t" + backingFile;
        }
    }

    /** The FUSE layer of an emulated slow disk. */
    record SlowDisk(Path mountPoint, Path stateFile) implements Undo {
        @Override
        public String line() {
            return "slowdisk\t" + mountPoint + "\t" + stateFile;
        }
    }

    /** A network namespace and its files in {@code /etc/netns}. */
    record NetworkNamespace(String name) implements Undo {
        @Override
        public String line() {
            return "netns\t" + name;
        }
    }

    /** A file, or a directory with all that is in it, outside the cluster's own directory. */
    record Tree(Path path) implements Undo {
        public Tree {
            if (!path.isAbsolute() || path.getNameCount() < 2) {
                throw new IllegalArgumentException("not removed with a cluster: " + path);
            }
        }

        @Override
        public String line() {
            return "tree\t" + path;
        }
    }

    /** The line that tells the guard. Its fields are separated by tabs. */
    String line();
}
