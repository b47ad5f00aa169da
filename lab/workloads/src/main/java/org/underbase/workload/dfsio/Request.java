package org.underbase.workload.dfsio;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.underbase.workload.drive.Task;

/** Task that calls the file system once. */
final class Request implements Task {
    private final int type;
    private final String name;
    private final Path file;
    private final Call call;
    private final Runnable after;

    interface Call {
        void run() throws IOException;
    }

    Request(int type, String name, Path file, Call call, Runnable after) {
        this.type = type;
        this.name = name;
        this.file = file;
        this.call = call;
        this.after = after;
    }

    @Override
    public int type() {
        return type;
    }

    @Override
    public void execute() throws IOException {
        call.run();
    }

    @Override
    public void succeeded() {
        after.run();
    }

    @Override
    public String describe() {
        return name + " of " + file;
    }
}
