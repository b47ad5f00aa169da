package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.HDFSPolicyProvider;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.metrics2.util.MBeans;
import org.apache.hadoop.security.authorize.PolicyProvider;
import org.apache.hadoop.security.authorize.Service;
import org.underbase.combinedlog.protocol.JournalProtocolPB;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.JournalProtocolService;

/** Administration of a journal on the IPC port and in {@code /jmx} of its DataNode. */
final class JournalServer {
    /** Protocols of the DataNode with the one of the journal. A DataNode does not reload its access lists. */
    private static final PolicyProvider PROTOCOLS = new PolicyProvider() {
        @Override
        public Service[] getServices() {
            return Stream.concat(
                            Arrays.stream(new HDFSPolicyProvider().getServices()),
                            Stream.of(new Service(JournalProtocolPB.ACL_KEY, JournalProtocolPB.class)))
                    .toArray(Service[]::new);
        }
    };

    private JournalServer() {}

    /**
     * Registers the protocol and the bean.
     *
     * @param conf configuration of the DataNode
     * @param server IPC server of the DataNode
     * @param name name of the bean
     * @return action that unregisters the bean
     * @throws IOException if the protocol cannot be registered
     */
    static Runnable start(JournalControl journal, Configuration conf, RPC.Server server, String name)
            throws IOException {
        Configuration engine = new Configuration(conf);
        RPC.setProtocolEngine(engine, JournalProtocolPB.class, ProtobufRpcEngine2.class);
        JournalService service = new JournalService(journal, new SuperuserCheck(conf));
        DFSUtil.addInternalPBProtocol(
                engine, JournalProtocolPB.class, JournalProtocolService.newReflectiveBlockingService(service), server);
        if (conf.getBoolean(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, false)) {
            server.refreshServiceAcl(conf, PROTOCOLS);
        }
        ObjectName bean = MBeans.register("DataNode", name, new JournalInfo(journal));
        return () -> MBeans.unregister(bean);
    }
}
