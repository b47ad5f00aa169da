package org.underbase.testbed.process;

import java.nio.file.Path;

/** Resource that outlives processes and must be removed with the cluster. */
public sealed interface Undo {
    /** Mounted file system. */
    record Mount(Path mountPoint) implements Undo {
        @Override
        public String line() {
            return "mount\t" + mountPoint;
        }
    }

    /** Loop device of a backing file. */
    record Loop(Path backingFile) implements Undo {
        @Override
        public String line() {
            return "loop\t" + backingFile;
        }
    }

    /** FUSE layer of an emulated slow disk. */
    record SlowDisk(Path mountPoint, Path stateFile) implements Undo {
        @Override
        public String line() {
            return "slowdisk\t" + mountPoint + "\t" + stateFile;
        }
    }

    /** Network namespace and its files in {@code /etc/netns}. */
    record NetworkNamespace(String name) implements Undo {
        @Override
        public String line() {
            return "netns\t" + name;
        }
    }

    /** Control group of the kernel, whose processes end before it. */
    record ControlGroup(Path path) implements Undo {
        @Override
        public String line() {
            return "cgroup\t" + path;
        }
    }

    /** File or directory tree outside the cluster's directory. */
    record Tree(Path path) implements Undo {
        public Tree {
            if (!path.isAbsolute() || path.getNameCount() < 2) {
                throw new IllegalArgumentException(
                        "cannot remove " + path + " with a cluster: must be absolute and below the root's directories");
            }
        }

        @Override
        public String line() {
            return "tree\t" + path;
        }
    }

    /** Returns the line in the reaper's file, with tabs between its fields. */
    String line();
}
