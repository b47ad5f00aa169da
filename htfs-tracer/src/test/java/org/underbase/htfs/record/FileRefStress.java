package org.underbase.htfs.record;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Concurrency stress test of {@link FileRef}: an event before a rename has the old path; {@link StressTest} runs it. */
@JCStressTest
@Outcome(id = "/old, /old", expect = Expect.ACCEPTABLE, desc = "The rename was not visible yet.")
@Outcome(id = "/old, /new", expect = Expect.ACCEPTABLE, desc = "The rename was visible.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An event got a path of another time.")
@State
public class FileRefStress {
    private static final long BEFORE = 5;
    private static final long RENAME = 10;
    private static final long AFTER = 20;

    private final FileRef file = new FileRef(1, "/old");

    /** Renames the file. */
    @Actor
    public void rename() {
        file.renamed("/new", RENAME);
    }

    /** Resolves the path of an event before and of one after the rename. */
    @Actor
    public void resolve(LL_Result result) {
        result.r1 = file.at(BEFORE).path();
        result.r2 = file.at(AFTER).path();
    }
}
