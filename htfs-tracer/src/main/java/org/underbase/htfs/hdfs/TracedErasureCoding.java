package org.underbase.htfs.hdfs;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.AddErasureCodingPolicyResponse;
import org.apache.hadoop.hdfs.protocol.ECTopologyVerifierResult;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.underbase.htfs.format.Call;

/** Records the calls on erasure coding policies. */
abstract class TracedErasureCoding extends TracedSnapshots {
    @Override
    public void setErasureCodingPolicy(Path f, String policy) throws IOException {
        calls().run(
                        Call.SET_ERASURE_CODING_POLICY,
                        f,
                        facts -> facts.add("policy", policy),
                        () -> super.setErasureCodingPolicy(f, policy));
    }

    @Override
    public void unsetErasureCodingPolicy(Path f) throws IOException {
        calls().run(Call.UNSET_ERASURE_CODING_POLICY, f, () -> super.unsetErasureCodingPolicy(f));
    }

    @Override
    public ErasureCodingPolicy getErasureCodingPolicy(Path f) throws IOException {
        return calls().call(Call.GET_ERASURE_CODING_POLICY, f, () -> super.getErasureCodingPolicy(f));
    }

    @Override
    public Collection<ErasureCodingPolicyInfo> getAllErasureCodingPolicies() throws IOException {
        return calls().call(Call.GET_ALL_ERASURE_CODING_POLICIES, () -> super.getAllErasureCodingPolicies());
    }

    @Override
    public Map<String, String> getAllErasureCodingCodecs() throws IOException {
        return calls().call(Call.GET_ALL_ERASURE_CODING_CODECS, () -> super.getAllErasureCodingCodecs());
    }

    @Override
    public AddErasureCodingPolicyResponse[] addErasureCodingPolicies(ErasureCodingPolicy[] policies)
            throws IOException {
        return calls().call(Call.ADD_ERASURE_CODING_POLICIES, () -> super.addErasureCodingPolicies(policies));
    }

    @Override
    public void removeErasureCodingPolicy(String policy) throws IOException {
        calls().run(
                        Call.REMOVE_ERASURE_CODING_POLICY,
                        null,
                        facts -> facts.add("policy", policy),
                        () -> super.removeErasureCodingPolicy(policy));
    }

    @Override
    public void enableErasureCodingPolicy(String policy) throws IOException {
        calls().run(
                        Call.ENABLE_ERASURE_CODING_POLICY,
                        null,
                        facts -> facts.add("policy", policy),
                        () -> super.enableErasureCodingPolicy(policy));
    }

    @Override
    public void disableErasureCodingPolicy(String policy) throws IOException {
        calls().run(
                        Call.DISABLE_ERASURE_CODING_POLICY,
                        null,
                        facts -> facts.add("policy", policy),
                        () -> super.disableErasureCodingPolicy(policy));
    }

    @Override
    public ECTopologyVerifierResult getECTopologyResultForPolicies(String... policies) throws IOException {
        return calls().call(Call.GET_EC_TOPOLOGY_RESULT, () -> super.getECTopologyResultForPolicies(policies));
    }
}
