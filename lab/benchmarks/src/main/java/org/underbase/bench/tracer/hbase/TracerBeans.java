package org.underbase.bench.tracer.hbase;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import javax.management.JMX;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.underbase.htfs.record.TracerMXBean;
import org.underbase.testbed.Daemon;

/** JMX connection to the tracer of a daemon, through the attach mechanism of the JVM. */
final class TracerBeans implements AutoCloseable {
    private final JMXConnector connector;
    private final TracerMXBean tracer;

    /** Connects to a running daemon. */
    @SuppressWarnings("BanJNDI") // The address comes from the daemon's own JVM, through the attach mechanism.
    TracerBeans(Daemon daemon) throws IOException {
        long pid = daemon.pid().orElseThrow(() -> new IOException(daemon + " does not run"));
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            String address;
            try {
                address = machine.startLocalManagementAgent();
            } finally {
                machine.detach();
            }
            connector = JMXConnectorFactory.connect(new JMXServiceURL(address));
            tracer = JMX.newMXBeanProxy(
                    connector.getMBeanServerConnection(),
                    new ObjectName("org.underbase.htfs:type=Tracer"),
                    TracerMXBean.class);
        } catch (AttachNotSupportedException | MalformedObjectNameException e) {
            throw new IOException("cannot attach to " + daemon + ": " + e.getMessage(), e);
        }
    }

    TracerMXBean tracer() {
        return tracer;
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
