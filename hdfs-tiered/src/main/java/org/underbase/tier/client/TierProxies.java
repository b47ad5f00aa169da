package org.underbase.tier.client;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;
import org.apache.hadoop.hdfs.server.namenode.ha.HAProxyFactory;
import org.apache.hadoop.io.retry.DefaultFailoverProxyProvider;
import org.apache.hadoop.io.retry.FailoverProxyProvider;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.io.retry.RetryPolicy;
import org.apache.hadoop.io.retry.RetryProxy;
import org.apache.hadoop.io.retry.RetryUtils;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.protocol.TierProtocolPB;
import org.underbase.tier.protocol.TierProtocolTranslator;

/**
 * Factory for proxies of a NameNode's tier plug-in. They retry and fail over like the HDFS client: by the same keys, through
 * the same failover proxy provider if that supports other protocols than HDFS's.
 */
final class TierProxies {
    private static final Logger LOG = LoggerFactory.getLogger(TierProxies.class);

    private TierProxies() {}

    /**
     * Creates a proxy. Close it with RPC.stopProxy.
     *
     * @param conf configuration of the client
     * @param uri cluster: {@code hdfs://host:port} or {@code hdfs://nameservice}
     * @param user user of the calls
     * @throws IOException if the configuration does not contain the NameNodes' addresses
     */
    static TierProtocol create(Configuration conf, URI uri, UserGroupInformation user) throws IOException {
        try {
            return user.doAs((PrivilegedExceptionAction<TierProtocol>) () -> create(conf, uri));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while connecting to " + uri, e);
        }
    }

    private static TierProtocol create(Configuration conf, URI uri) throws IOException {
        Optional<FailoverProxyProvider<TierProtocol>> provider = provider(conf, uri);
        if (provider.isEmpty()) {
            return single(conf, DFSUtilClient.getNNAddress(uri));
        }
        RetryPolicy policy = RetryPolicies.failoverOnNetworkException(
                RetryPolicies.TRY_ONCE_THEN_FAIL,
                conf.getInt(
                        HdfsClientConfigKeys.Failover.MAX_ATTEMPTS_KEY,
                        HdfsClientConfigKeys.Failover.MAX_ATTEMPTS_DEFAULT),
                conf.getInt(
                        HdfsClientConfigKeys.Retry.MAX_ATTEMPTS_KEY, HdfsClientConfigKeys.Retry.MAX_ATTEMPTS_DEFAULT),
                conf.getInt(
                        HdfsClientConfigKeys.Failover.SLEEPTIME_BASE_KEY,
                        HdfsClientConfigKeys.Failover.SLEEPTIME_BASE_DEFAULT),
                conf.getInt(
                        HdfsClientConfigKeys.Failover.SLEEPTIME_MAX_KEY,
                        HdfsClientConfigKeys.Failover.SLEEPTIME_MAX_DEFAULT));
        return (TierProtocol) RetryProxy.create(TierProtocol.class, provider.get(), policy);
    }

    /**
     * Connects to each NameNode of a cluster, without failover. The caller closes the connections.
     *
     * @throws IOException if the configuration does not contain the NameNodes' addresses
     */
    static List<TierProtocolTranslator> each(Configuration conf, URI uri, UserGroupInformation user)
            throws IOException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        if (HAUtilClient.isLogicalUri(conf, uri)) {
            addresses.addAll(DFSUtilClient.getHaNnRpcAddresses(conf)
                    .getOrDefault(uri.getHost(), Map.of())
                    .values());
        } else {
            addresses.add(DFSUtilClient.getNNAddress(uri));
        }
        if (addresses.isEmpty()) {
            throw new IOException("the configuration contains no addresses of the NameNodes of " + uri);
        }
        List<TierProtocolTranslator> connections = new ArrayList<>();
        for (InetSocketAddress address : addresses) {
            connections.add(translator(conf, address, user, RetryPolicies.TRY_ONCE_THEN_FAIL, new AtomicBoolean()));
        }
        return connections;
    }

    private static TierProtocol single(Configuration conf, InetSocketAddress address) throws IOException {
        RetryPolicy policy = RetryUtils.getDefaultRetryPolicy(
                conf,
                HdfsClientConfigKeys.Retry.POLICY_ENABLED_KEY,
                HdfsClientConfigKeys.Retry.POLICY_ENABLED_DEFAULT,
                HdfsClientConfigKeys.Retry.POLICY_SPEC_KEY,
                HdfsClientConfigKeys.Retry.POLICY_SPEC_DEFAULT,
                SafeModeException.class.getName());
        TierProtocol namenode =
                translator(conf, address, UserGroupInformation.getCurrentUser(), policy, new AtomicBoolean());
        return (TierProtocol) RetryProxy.create(
                TierProtocol.class, new DefaultFailoverProxyProvider<>(TierProtocol.class, namenode), Map.of(), policy);
    }

    private static TierProtocolTranslator translator(
            Configuration conf,
            InetSocketAddress address,
            UserGroupInformation user,
            RetryPolicy policy,
            AtomicBoolean fallbackToSimpleAuth)
            throws IOException {
        RPC.setProtocolEngine(conf, TierProtocolPB.class, ProtobufRpcEngine2.class);
        return new TierProtocolTranslator(RPC.getProtocolProxy(
                        TierProtocolPB.class,
                        RPC.getProtocolVersion(TierProtocolPB.class),
                        address,
                        user,
                        conf,
                        NetUtils.getDefaultSocketFactory(conf),
                        RPC.getRpcTimeout(conf),
                        policy,
                        fallbackToSimpleAuth,
                        null)
                .getProxy());
    }

    /** Returns the failover proxy provider; empty if the URI names one NameNode. */
    private static Optional<FailoverProxyProvider<TierProtocol>> provider(Configuration conf, URI uri)
            throws IOException {
        String key = HdfsClientConfigKeys.Failover.PROXY_PROVIDER_KEY_PREFIX + "." + uri.getHost();
        boolean logical = HAUtilClient.isLogicalUri(conf, uri);
        if (conf.get(key) == null) {
            return logical ? Optional.of(configured(conf, uri)) : Optional.empty();
        }
        try {
            Class<?> type = conf.getClass(key, null, FailoverProxyProvider.class);
            Object provider = type.getConstructor(Configuration.class, URI.class, Class.class, HAProxyFactory.class)
                    .newInstance(conf, uri, TierProtocol.class, new Namenodes());
            @SuppressWarnings("unchecked") // the provider was created for TierProtocol
            FailoverProxyProvider<TierProtocol> typed = (FailoverProxyProvider<TierProtocol>) provider;
            return Optional.of(typed);
        } catch (ReflectiveOperationException | RuntimeException e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            LOG.warn(
                    "Falling back to ConfiguredFailoverProxyProvider for the tiers: {}={} does not support TierProtocol ({})",
                    key,
                    conf.get(key),
                    cause.toString());
            return Optional.of(configured(conf, uri));
        }
    }

    private static FailoverProxyProvider<TierProtocol> configured(Configuration conf, URI uri) throws IOException {
        try {
            return new ConfiguredFailoverProxyProvider<>(conf, uri, TierProtocol.class, new Namenodes());
        } catch (RuntimeException e) {
            throw new IOException("the configuration contains no addresses of the NameNodes of " + uri, e);
        }
    }

    /** Factory for connections to one NameNode of a group, without retries: the failover proxy retries. */
    private static final class Namenodes implements HAProxyFactory<TierProtocol> {
        @Override
        public TierProtocol createProxy(
                Configuration conf,
                InetSocketAddress address,
                Class<TierProtocol> type,
                UserGroupInformation user,
                boolean withRetries,
                AtomicBoolean fallbackToSimpleAuth)
                throws IOException {
            return new ActiveNamenode(
                    translator(conf, address, user, RetryPolicies.TRY_ONCE_THEN_FAIL, fallbackToSimpleAuth));
        }

        @Override
        public TierProtocol createProxy(
                Configuration conf,
                InetSocketAddress address,
                Class<TierProtocol> type,
                UserGroupInformation user,
                boolean withRetries)
                throws IOException {
            return createProxy(conf, address, type, user, withRetries, new AtomicBoolean());
        }
    }
}
