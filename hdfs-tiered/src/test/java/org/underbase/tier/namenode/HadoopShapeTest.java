package org.underbase.tier.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.tier.namenode.HadoopShape.Member;

/** Check of Hadoop's private members. */
class HadoopShapeTest {
    @Test
    void thisHadoopHasAllMembers() {
        HadoopShape.check();
    }

    /** Each differs from the existing method {@code void checkNameNodeSafeMode(String)}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "void checkNameNodeSafeMode(int)",
                "boolean checkNameNodeSafeMode(String)",
                "static void checkNameNodeSafeMode(String)",
                "void checkNameNodeSafeMode(String, String)",
                "void checkSafeMode(String)"
            })
    void aMethodWithOtherTypesIsMissing(String signature) {
        Member existing = new Member(FSNamesystem.class, "void checkNameNodeSafeMode(String)");
        Member other = new Member(FSNamesystem.class, signature);
        assertThat(HadoopShape.missing(List.of(existing, other))).contains(other);
    }

    @Test
    void aMethodOfAnUnknownClassIsMissing() {
        Member unknown = new Member("org.apache.hadoop.NoSuchClass", "void run()");
        assertThat(HadoopShape.missing(List.of(unknown))).contains(unknown);
    }
}
