package org.underbase.htfs.record;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;

/**
 * The rings of a tracer. Up to a limited number of threads have a dedicated ring, which lasts as long as the thread. Further
 * threads, and virtual threads, share a few rings under a lock. Thread-safe.
 */
final class Rings {
    private static final int SHARED = 4;

    private final RingMemory memory;
    private final int max;
    private final Ring.Waker waker;

    /** By owner, because some pools (fork-join) erase the thread-locals of their threads after each task. */
    private final ConcurrentHashMap<Owner, Ring> owned = new ConcurrentHashMap<>();

    private final List<Ring> shared = new ArrayList<>();

    /** A thread, compared by identity: subclasses may override {@code equals} and {@code getId}. */
    private record Owner(Thread thread) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Owner owner && owner.thread == thread;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(thread);
        }
    }

    Rings(RingMemory memory, int max, Ring.Waker waker) {
        this.memory = memory;
        // Each owner keeps a chunk. The rest of the memory is for bursts.
        this.max = Math.min(max, memory.max() / 4);
        this.waker = waker;
        for (int i = 0; i < SHARED; i++) {
            shared.add(new Ring(memory, waker, null));
        }
    }

    /** Returns the dedicated ring of the calling thread, or null if it must share one. */
    Ring claim() {
        Thread thread = Thread.currentThread();
        if (Virtual.is(thread)) {
            return null;
        }
        Owner owner = new Owner(thread);
        Ring known = owned.get(owner);
        if (known != null || owned.mappingCount() >= max) {
            return known;
        }
        Ring ring = new Ring(memory, waker, thread);
        owned.put(owner, ring);
        return ring;
    }

    /** Returns the shared ring of the calling thread; the caller must lock it. */
    Ring share() {
        Thread thread = Thread.currentThread();
        return shared.get(System.identityHashCode(thread) & (SHARED - 1));
    }

    /** Returns the rings with an owner. */
    Collection<Ring> owned() {
        return owned.values();
    }

    List<Ring> shared() {
        return shared;
    }

    /** Removes the empty ring of a dead thread. Called by the drainer. */
    void reclaim(Ring ring) {
        owned.remove(new Owner(ring.owner()));
        ring.release();
    }

    int inUse() {
        return owned.size();
    }

    RingMemory memory() {
        return memory;
    }

    /** Access to {@code Thread.isVirtual}, which exists in Java 21 and later. */
    private static final class Virtual {
        private static final MethodHandle IS_VIRTUAL = find();

        private static MethodHandle find() {
            try {
                return MethodHandles.publicLookup()
                        .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
            } catch (NoSuchMethodException | IllegalAccessException e) {
                LoggerFactory.getLogger(Rings.class).debug("This Java has no virtual threads", e);
                return null;
            }
        }

        static boolean is(Thread thread) {
            if (IS_VIRTUAL == null) {
                return false;
            }
            try {
                return (boolean) IS_VIRTUAL.invokeExact(thread);
            } catch (Throwable e) {
                throw new IllegalStateException("Thread.isVirtual failed", e);
            }
        }
    }
}
