package org.underbase.htfs.record;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/**
 * The rings of a tracer. Up to a fixed number of threads have a dedicated ring. Further threads, and virtual threads,
 * share a few rings under a lock. Rings of dead threads are reused.
 */
final class Rings {
    private static final int SHARED = 4;

    private final int capacity;
    private final int max;
    private final Ring.Waker waker;
    private final CopyOnWriteArrayList<Ring> owned = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Ring> free = new ConcurrentLinkedQueue<>();
    private final List<Ring> shared = new ArrayList<>();

    Rings(int capacity, int max, Ring.Waker waker) {
        this.capacity = capacity;
        this.max = max;
        this.waker = waker;
        for (int i = 0; i < SHARED; i++) {
            shared.add(new Ring(capacity, waker));
        }
    }

    /** Returns a dedicated ring for the calling thread, or null if it must share one. */
    Ring claim() {
        Thread thread = Thread.currentThread();
        if (Virtual.is(thread)) {
            return null;
        }
        Ring ring = free.poll();
        if (ring == null) {
            if (owned.size() >= max) {
                return null;
            }
            synchronized (this) {
                if (owned.size() >= max) {
                    return null;
                }
                ring = new Ring(capacity, waker);
                ring.owner(thread);
                owned.add(ring);
                return ring;
            }
        }
        ring.owner(thread);
        return ring;
    }

    /** Returns the shared ring of the calling thread; the caller must lock it. */
    Ring share() {
        Thread thread = Thread.currentThread();
        return shared.get(System.identityHashCode(thread) & (SHARED - 1));
    }

    /** Returns the rings that have or had an owner. Called by the drainer. */
    List<Ring> owned() {
        return owned;
    }

    List<Ring> shared() {
        return shared;
    }

    /** Reclaims the empty ring of a dead thread. Called by the drainer. */
    void reclaim(Ring ring) {
        ring.owner(null);
        free.add(ring);
    }

    int inUse() {
        return owned.size() - free.size();
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
