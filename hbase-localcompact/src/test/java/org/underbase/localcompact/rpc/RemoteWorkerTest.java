package org.underbase.localcompact.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;

class RemoteWorkerTest {
    private static final ServerName SERVER = ServerName.valueOf("n1", 16020, 1);

    /** A poll that waits as long as the call may take would fail the merge. */
    @ParameterizedTest
    @CsvSource({"60000,1000,1000", "1000,1000,500", "200,1000,100", "200,50,50", "0,1000,1000"})
    void serverRespondsBeforeCallTimesOut(int rpcTimeout, int wanted, int sent) throws Exception {
        List<StepRequestProto> requests = new ArrayList<>();
        CoprocessorRpcChannel channel = mock(CoprocessorRpcChannel.class);
        when(channel.callBlockingMethod(any(), any(), any(), any())).thenAnswer(call -> {
            requests.add(StepRequestProto.parseFrom(Envelope.unwrap(call.<Message>getArgument(2))));
            return Envelope.wrap(StateProto.newBuilder()
                    .setPhase(StateProto.Phase.MERGING)
                    .setBlock(0)
                    .build()
                    .toByteArray());
        });
        Admin admin = mock(Admin.class);
        when(admin.coprocessorService(SERVER)).thenReturn(channel);
        Connection connection = mock(Connection.class);
        when(connection.getAdmin()).thenReturn(admin);
        Configuration conf = new Configuration(false);
        conf.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, rpcTimeout);
        when(connection.getConfiguration()).thenReturn(conf);
        new RemoteWorker(connection, SERVER)
                .step(StepRequestProto.newBuilder()
                        .setId("id")
                        .setWaitMillis(wanted)
                        .build());
        assertThat(requests)
                .singleElement()
                .extracting(StepRequestProto::getWaitMillis)
                .isEqualTo(sent);
    }
}
