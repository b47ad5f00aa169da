package org.underbase.htfs.record;

/**
 * Factory of the tracer's threads. The first caller of any traced file system starts them, so that they must not inherit
 * its context class loader, thread-locals or thread group: an application may unload the classes, and may
 * interrupt its complete group.
 */
final class TracerThreads {
    private TracerThreads() {}

    /** Creates a daemon thread, which the caller starts. */
    static Thread daemon(String name, Runnable body) {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread thread = new Thread(root, body, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(TracerThreads.class.getClassLoader());
        return thread;
    }
}
