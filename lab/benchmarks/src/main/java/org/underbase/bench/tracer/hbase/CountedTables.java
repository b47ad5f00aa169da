package org.underbase.bench.tracer.hbase;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/** Connection whose tables count their completed calls. Thread-safe. */
final class CountedTables {
    private static final Set<String> NOT_CALLS = Set.of("close", "getName", "getConfiguration", "toString", "hashCode");

    private final LongAdder calls = new LongAdder();
    private final Connection connection;

    CountedTables(Connection connection) {
        this.connection = counted(Connection.class, connection);
    }

    Connection connection() {
        return connection;
    }

    /** Returns the number of completed calls of all tables. */
    long calls() {
        return calls.sum();
    }

    private <T> T counted(Class<T> type, T target) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            Object result;
            try {
                result = method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
            if (target instanceof Table && !NOT_CALLS.contains(method.getName())) {
                calls.increment();
            }
            if (result instanceof Table table) {
                return counted(Table.class, table);
            }
            return result instanceof TableBuilder builder ? counted(TableBuilder.class, builder) : result;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
