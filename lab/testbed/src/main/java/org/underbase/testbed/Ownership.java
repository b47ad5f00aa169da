package org.underbase.testbed;

import java.io.IOException;
import org.underbase.testbed.process.ClusterReaper;
import org.underbase.testbed.process.Undo;

/** Relation between this JVM and a cluster: its owner, whose end removes the cluster, or a user of a detached cluster. */
sealed interface Ownership {
    /** Relation to a cluster that runs without an owner. */
    Ownership NONE = new Detached();

    /** Returns the relation of the owner. */
    static Ownership of(ClusterReaper reaper) {
        return new Owned(reaper);
    }

    /** Whether the end of this JVM removes the cluster. */
    boolean owned();

    /** Records something to remove with the cluster. */
    void remember(Undo undo) throws IOException;

    /** Ends the ownership; the cluster keeps running. */
    void release() throws IOException;

    /** Removes an owned cluster. */
    void remove() throws IOException;

    /** Relation of the owner. */
    record Owned(ClusterReaper reaper) implements Ownership {
        @Override
        public boolean owned() {
            return true;
        }

        @Override
        public void remember(Undo undo) throws IOException {
            reaper.remember(undo);
        }

        @Override
        public void release() throws IOException {
            reaper.detach();
        }

        @Override
        public void remove() throws IOException {
            reaper.cleanUp();
        }
    }

    /** Relation of a JVM that does not own the cluster. */
    record Detached() implements Ownership {
        @Override
        public boolean owned() {
            return false;
        }

        @Override
        public void remember(Undo undo) {
            throw new IllegalStateException("this JVM does not own the cluster");
        }

        @Override
        public void release() {
            // Nothing is owned.
        }

        @Override
        public void remove() {
            // Nothing is owned.
        }
    }
}
