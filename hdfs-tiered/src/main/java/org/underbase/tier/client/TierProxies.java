package org.underbase.tier.client;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
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
 * Makes proxies of a NameNode's tier plug-in that retry and fail over as the stock client's own do: by the same keys of
 * the client's configuration, through the same provider where that can serve a protocol other than HDFS's.
 */
final class TierProxies {
    private static final Logger LOG = LoggerFactory.getLogger(TierProxies.class);

    private TierProxies() {}

    /**
     * A proxy for the NameNodes of {@code uri} whose calls are made as {@code user}. Close it with RPC.stopProxy.
     *
     * @param uri as {@code hdfs://host:port} or {@code hdfs://nameservice}
     * @throws IOException when the configuration does not say where the NameNodes are
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

    /** Empty where the URI names one NameNode. */
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
            @SuppressWarnings("unchecked") // it was given TierProtocol as its interface
            FailoverProxyProvider<TierProtocol> ours = (FailoverProxyProvider<TierProtocol>) provider;
            return Optional.of(ours);
        } catch (ReflectiveOperationException | RuntimeException e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            LOG.warn(
                    "{}={} cannot serve the tiers ({}): ConfiguredFailoverProxyProvider does",
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
            throw new IOException("the configuration does not say where the NameNodes of " + uri + " are", e);
        }
    }

    /** Connects to one NameNode of several: no retry of its own, that is the failover proxy's. */
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
